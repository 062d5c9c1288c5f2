package io.cdpsim.workloads.examples.recursion;

import io.cdpsim.workloads.examples.listing.Example;
import java.util.List;

/** The listings about kernels that launch themselves. */
public final class RecursionListings {
    private RecursionListings() {}

    /** All of them, in the order to read them in. */
    public static List<Example> all() {
        return List.of(new Permute(), new PermuteOverrun(), new RecursiveListing(), new PendingListing());
    }
}
