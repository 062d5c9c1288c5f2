package io.cdpsim.workloads.examples.stream;

import io.cdpsim.workloads.examples.listing.Example;
import java.util.List;

/** The listings about the order of the special streams. */
public final class StreamListings {
    private StreamListings() {}

    /** All of them, in the order to read them in. */
    public static List<Example> all() {
        return List.of(
                new FireAndForgetPair(),
                new TailPair(),
                new TailBeforeOthers(),
                new TailBeforeNext(),
                new TailWithTwoFireAndForget());
    }
}
