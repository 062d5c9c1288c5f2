package io.cdpsim.workloads.examples;

import java.util.List;
import java.util.Optional;

/** All examples, in the order to read them in. */
public final class Examples {
    private Examples() {}

    /** All examples. */
    public static List<Example> all() {
        return List.of(
                new HelloWorld(),
                new LaunchPerBlock(),
                new LaunchPerThread(),
                new EmptyLaunch(),
                new BlockSynchronize(),
                new StoreRace(),
                new LocalPointer(),
                new Consistency(),
                new ConsistencyTail(),
                new FireAndForgetPair(),
                new TailPair(),
                new TailBeforeOthers(),
                new TailBeforeNext(),
                new TailWithTwoFireAndForget(),
                new Permute(),
                new PermuteOverrun(),
                new RecursiveListing(),
                new PendingListing(),
                SearchByLevels.looping(),
                SearchByLevels.childEach(),
                SearchByLevels.threshold(),
                new SearchByDriver(),
                BodyForces.allPairs(),
                BodyForces.halfOfThePairs(),
                new PersistentProducer());
    }

    /** The example of a name. */
    public static Optional<Example> named(String name) {
        return all().stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
