package io.cdpsim.workloads.examples;

import java.util.List;

/** The listings about whole programs. */
public final class ApplicationListings {
    private ApplicationListings() {}

    /** All of them, in reading order. */
    public static List<Example> all() {
        return List.of(
                SearchByLevels.looping(),
                SearchByLevels.childEach(),
                SearchByLevels.threshold(),
                new SearchByDriver(),
                BodyForces.allPairs(),
                BodyForces.halfOfThePairs(),
                new PersistentProducer());
    }
}
