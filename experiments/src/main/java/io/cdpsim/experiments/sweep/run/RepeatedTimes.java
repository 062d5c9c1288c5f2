package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.SweepRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The times of one combination with several seeds.
 *
 * @param varied the value of each axis
 * @param times the simulated times, microseconds, ascending; at least one
 */
public record RepeatedTimes(Map<String, String> varied, List<Double> times) {
    /** Sorts a copy. */
    public RepeatedTimes {
        varied = new LinkedHashMap<>(varied);
        times = times.stream().sorted().toList();
    }

    /**
     * The combinations of a sweep in its order, without points that failed.
     *
     * @param rows rows of the sweep
     */
    public static List<RepeatedTimes> of(Sweep sweep, Collection<SweepRow> rows) {
        Map<Map<String, String>, List<Double>> grouped = new LinkedHashMap<>();
        for (SweepRow each : rows) {
            if (each.error().isEmpty() && each.timeMicros().isPresent()) {
                grouped.computeIfAbsent(sweep.points().get(each.point() - 1).varied(), any -> new ArrayList<>())
                        .add(each.timeMicros().getAsDouble());
            }
        }
        return grouped.entrySet().stream()
                .map(each -> new RepeatedTimes(each.getKey(), each.getValue()))
                .toList();
    }

    /** The median; of an even number of times the mean of the middle two. */
    public double median() {
        int n = times.size();
        return (times.get((n - 1) / 2) + times.get(n / 2)) / 2;
    }

    /** The shortest time. */
    public double shortest() {
        return times.get(0);
    }

    /** The longest time. */
    public double longest() {
        return times.get(times.size() - 1);
    }

    /** Whether all times are equal: the seed decides nothing in this combination. */
    public boolean isSame() {
        return shortest() == longest();
    }
}
