package io.cdpsim.experiments.compare;

import io.cdpsim.observe.path.CriticalPathBreakdown;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import io.cdpsim.profile.ClockSpec;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The parts of the simulated time of a run. Their sum is that time.
 *
 * @param cycles of each part
 * @param micros the same in microseconds
 */
public record TimeBreakdown(Map<CriticalPathComponent, Long> cycles, Map<CriticalPathComponent, Double> micros) {
    /** Copies the maps, in the order of the parts. */
    public TimeBreakdown {
        EnumMap<CriticalPathComponent, Long> all = new EnumMap<>(CriticalPathComponent.class);
        EnumMap<CriticalPathComponent, Double> times = new EnumMap<>(CriticalPathComponent.class);
        for (CriticalPathComponent each : CriticalPathComponent.values()) {
            all.put(each, cycles.getOrDefault(each, 0L));
            times.put(each, micros.getOrDefault(each, 0.0));
        }
        cycles = Collections.unmodifiableMap(all);
        micros = Collections.unmodifiableMap(times);
    }

    /** The breakdown of a chain of causes, under a clock. */
    public static TimeBreakdown of(CriticalPathBreakdown parts, ClockSpec clock) {
        Map<CriticalPathComponent, Double> micros = new EnumMap<>(CriticalPathComponent.class);
        parts.cycles().forEach((part, cycles) -> micros.put(part, clock.microsFromCycles(cycles)));
        return new TimeBreakdown(parts.cycles(), micros);
    }

    /** The sum of all parts, cycles. */
    public long totalCycles() {
        return cycles.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The microseconds of a part. */
    public double micros(CriticalPathComponent part) {
        return micros.getOrDefault(part, 0.0);
    }
}
