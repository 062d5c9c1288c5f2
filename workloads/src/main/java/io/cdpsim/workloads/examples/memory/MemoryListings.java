package io.cdpsim.workloads.examples.memory;

import io.cdpsim.workloads.examples.listing.Example;
import java.util.List;

/** The listings about what parent and child see of each other's memory. */
public final class MemoryListings {
    private MemoryListings() {}

    /** All of them, in the order to read them in. */
    public static List<Example> all() {
        return List.of(new StoreRace(), new LocalPointer(), new Consistency(), new ConsistencyTail());
    }
}
