package io.cdpsim.observe.path;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The parts of a chain of causes, in cycles of the devices' clock. They add up to the time from the beginning to the end of the chain.
 *
 * @param begin when the chain begins
 * @param end when it ends
 * @param cycles of each part that is not 0
 */
public record CriticalPathBreakdown(long begin, long end, Map<CriticalPathComponent, Long> cycles) {
    /** Keeps a copy. */
    public CriticalPathBreakdown {
        EnumMap<CriticalPathComponent, Long> copy = new EnumMap<>(CriticalPathComponent.class);
        copy.putAll(cycles);
        cycles = Collections.unmodifiableMap(copy);
        long sum = copy.values().stream().mapToLong(Long::longValue).sum();
        if (sum != end - begin) {
            throw new IllegalArgumentException("the parts are " + sum + " cycles, but the chain has " + (end - begin));
        }
    }

    /** How long a part takes. */
    public long of(CriticalPathComponent part) {
        return cycles.getOrDefault(part, 0L);
    }
}
