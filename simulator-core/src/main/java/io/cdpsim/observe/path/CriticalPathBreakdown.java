package io.cdpsim.observe.path;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The components of a chain of causes, in cycles of the devices' clock. Their sum is the time from the start to the end of the chain.
 *
 * @param start when the chain starts
 * @param end when it ends
 * @param cycles of each component that is not 0
 */
public record CriticalPathBreakdown(long start, long end, Map<CriticalPathComponent, Long> cycles) {
    /** Copies the map. */
    public CriticalPathBreakdown {
        EnumMap<CriticalPathComponent, Long> copy = new EnumMap<>(CriticalPathComponent.class);
        copy.putAll(cycles);
        cycles = Collections.unmodifiableMap(copy);
        long sum = copy.values().stream().mapToLong(Long::longValue).sum();
        if (sum != end - start) {
            throw new IllegalArgumentException(
                    "the components sum to " + sum + " cycles, but the chain has " + (end - start));
        }
    }

    /** Cycles of a component. */
    public long of(CriticalPathComponent part) {
        return cycles.getOrDefault(part, 0L);
    }

    /** A component of a chain of causes. */
    public enum CriticalPathComponent {
        /** A warp computes, waits for an issue slot, or waits at a barrier for another warp that does. */
        COMPUTING("computing"),
        /** A warp waits for memory, shared memory included, or spins on it. */
        MEMORY("memory"),
        /** A warp is inside a launch or another call of the device runtime. */
        LAUNCH_CALL("launch calls"),
        /** A copy or a fill moves bytes. */
        COPYING("copies and fills"),
        /** A launch is queued at the launch server, or on its way to the block scheduler. */
        LAUNCH_SERVER("launch server"),
        /** A launch of a graph, or a node whose dependencies are complete, is on its way. */
        GRAPH_LAUNCH("graph launches"),
        /** The pool of pending launches is scanned for a launch or a completion, or a launch is fetched from its virtualized part (rule POOL-9). */
        POOL_SEARCH("pool search"),
        /** The resident-grid limit is reached. */
        RESIDENT_GRID_SLOT("resident-grid slot"),
        /** Other blocks, or the grid's first block, wait for free SM resources; a swapped-out block returns. */
        SM_ROOM("SM room"),
        /** A completion is reported to its waiters. */
        COMPLETION("completion"),
        /** The host thread is busy, or its request is on its way. */
        HOST("host");

        private final String words;

        CriticalPathComponent(String words) {
            this.words = words;
        }

        /** The label in reports. */
        public String words() {
            return words;
        }

        /** Its stable name in JSON, such as {@code launch_server}. */
        public String jsonName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
