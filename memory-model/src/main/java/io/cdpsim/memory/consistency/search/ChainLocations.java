package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.EventSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The locations whose writes are all by atomics and morally strong to one another. By the axioms of coherence and atomicity each of these
 * writes but the last is read by exactly one atomic, the next in coherence order.
 */
final class ChainLocations {
    private final EventSet events;
    private final List<int[]> chains = new ArrayList<>();
    private int readCount;

    ChainLocations(EventSet events, boolean isUsed) {
        this.events = events;
        for (int location = 0; isUsed && location < events.context().locations().count(); location++) {
            int[] writes = events.writesAt(location);
            if (writes.length > 1 && isChain(writes)) {
                chains.add(Arrays.stream(writes).map(events::partner).toArray());
                readCount += writes.length;
            }
        }
    }

    private boolean isChain(int[] writes) {
        for (int first : writes) {
            for (int second : writes) {
                if (events.partner(first) < 0
                        || (first != second && !events.morallyStrong().has(first, second))) {
                    return false;
                }
            }
        }
        return true;
    }

    int count() {
        return chains.size();
    }

    /** The reads of the atomics that write a location. */
    int[] reads(int chain) {
        return chains.get(chain);
    }

    /** The number of reads of all chains. */
    int readCount() {
        return readCount;
    }

    boolean holds(int read) {
        return chains.stream().anyMatch(each -> Arrays.stream(each).anyMatch(other -> other == read));
    }
}
