package io.cdpsim.workloads.compare;

import io.cdpsim.observe.path.PathPart;
import io.cdpsim.observe.path.PathParts;
import io.cdpsim.profile.ClockSpec;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the simulated time of a run consists of. The cycles add up to the run's.
 *
 * @param cycles of each part, all of them
 * @param micros the same in microseconds
 */
public record TimeBreakdown(Map<PathPart, Long> cycles, Map<PathPart, Double> micros) {
    /** Keeps copies, in the order of the parts. */
    public TimeBreakdown {
        EnumMap<PathPart, Long> all = new EnumMap<>(PathPart.class);
        EnumMap<PathPart, Double> times = new EnumMap<>(PathPart.class);
        for (PathPart each : PathPart.values()) {
            all.put(each, cycles.getOrDefault(each, 0L));
            times.put(each, micros.getOrDefault(each, 0.0));
        }
        cycles = Collections.unmodifiableMap(all);
        micros = Collections.unmodifiableMap(times);
    }

    /** That of a chain of causes, under a clock. */
    public static TimeBreakdown of(PathParts parts, ClockSpec clock) {
        Map<PathPart, Double> micros = new EnumMap<>(PathPart.class);
        parts.cycles().forEach((part, cycles) -> micros.put(part, clock.microsFromCycles(cycles)));
        return new TimeBreakdown(parts.cycles(), micros);
    }

    /** All parts together, cycles. */
    public long totalCycles() {
        return cycles.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The microseconds of a part. */
    public double micros(PathPart part) {
        return micros.getOrDefault(part, 0.0);
    }
}
