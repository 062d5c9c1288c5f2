package io.cdpsim.observe.path;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The parts of a chain of causes, in cycles of the devices' clock. They add up to the time from the start to the end of the chain.
 *
 * @param start when the chain starts
 * @param end when it ends
 * @param cycles of each part that is not 0
 */
public record CriticalPathBreakdown(long start, long end, Map<CriticalPathComponent, Long> cycles) {
    /** Keeps a copy. */
    public CriticalPathBreakdown {
        EnumMap<CriticalPathComponent, Long> copy = new EnumMap<>(CriticalPathComponent.class);
        copy.putAll(cycles);
        cycles = Collections.unmodifiableMap(copy);
        long sum = copy.values().stream().mapToLong(Long::longValue).sum();
        if (sum != end - start) {
            throw new IllegalArgumentException("the parts are " + sum + " cycles, but the chain has " + (end - start));
        }
    }

    /** How long a part takes. */
    public long of(CriticalPathComponent part) {
        return cycles.getOrDefault(part, 0L);
    }

    /** What a stretch of a chain of causes was spent with. */
    public enum CriticalPathComponent {
        /** A warp computes, waits for its turn to, or waits at a barrier for one that does. */
        COMPUTING("computing"),
        /** A warp waits for memory, shared memory included, or spins on it. */
        MEMORY("memory"),
        /** A warp is inside a launch or another call of the device runtime. */
        LAUNCH_CALL("launch calls"),
        /** A copy or a fill moves bytes. */
        COPYING("copies and fills"),
        /** A launch waits to be taken up, or is on its way to the block scheduler. */
        LAUNCH_SERVER("launch server"),
        /** The pool of pending launches is walked through for a launch or a completion, or a launch is fetched from its virtualised part (rule POOL-9). */
        POOL_SEARCH("pool search"),
        /** As many grids are on the device as it holds. */
        RESIDENT_GRID_SLOT("resident-grid slot"),
        /** Blocks that come first, or its own first block, wait for room on an SM; a block that was swapped out comes back. */
        SM_ROOM("SM room"),
        /** What has ended is being made known to those who wait for it. */
        COMPLETION("completion"),
        /** The host's thread is busy, or what it asked for is on its way. */
        HOST("host");

        private final String words;

        CriticalPathComponent(String words) {
            this.words = words;
        }

        /** What people read. */
        public String words() {
            return words;
        }

        /** Its stable name in JSON, such as {@code launch_server}. */
        public String jsonName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
