package io.cdpsim.cli.report;

import io.cdpsim.cli.figure.AxisLabel;
import io.cdpsim.cli.figure.AxisNumbers;
import io.cdpsim.cli.figure.DataValue;
import io.cdpsim.cli.figure.FigureBuilder;
import io.cdpsim.experiments.sweep.plan.SweepAxis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The charts of a sweep: the time over each parameter, with a line for each combination of the others, or with the fastest and the median of all
 * points that share a value.
 */
final class SweepCharts {
    /** Most lines of a chart; more hide each other. */
    private static final int MOST_LINES = 6;

    /** Times that differ by more than this factor are drawn on a logarithmic scale. */
    private static final double STEEP = 20;

    private final List<SweepAxis> axes;
    private final List<TimedPoint> points;
    private final String origin;
    private final Map<String, String> units;

    /**
     * The charts of points.
     *
     * @param units the unit of each parameter that has one, by name
     * @param points the points that ran
     * @param origin what the charts were made from
     */
    SweepCharts(List<SweepAxis> axes, Map<String, String> units, List<TimedPoint> points, String origin) {
        this.axes = List.copyOf(axes);
        this.units = Map.copyOf(units);
        this.points = List.copyOf(points);
        this.origin = origin;
    }

    /**
     * A point with its time.
     *
     * @param values the value of each parameter, by name
     * @param micros the simulated time, microseconds
     * @param error the mean error seen on hardware in runs like it, a fraction; empty if none was measured
     */
    record TimedPoint(Map<String, String> values, double micros, Optional<Double> error) {}

    /**
     * A chart of the page.
     *
     * @param title its heading
     * @param file the name of a file for it, without an ending
     * @param svg the drawing
     * @param notes what it shows, a statement each
     */
    record Chart(String title, String file, String svg, List<String> notes) {}

    /** A chart for each parameter with at least one point. */
    List<Chart> charts() {
        return points.isEmpty() ? List.of() : axes.stream().map(this::chart).toList();
    }

    private Chart chart(SweepAxis axis) {
        Map<String, Map<String, ChartValue>> lines = lines(axis);
        List<DataValue> values = new ArrayList<>();
        lines.forEach((label, line) -> line.forEach((x, value) -> values.add(value.data(label, x))));
        Optional<AxisNumbers> numbers = AxisNumbers.of(axis.values());
        boolean isGeometric = numbers.map(AxisNumbers::isGeometric).orElse(false);
        double least = values.stream().mapToDouble(DataValue::y).min().orElse(0);
        double most = values.stream().mapToDouble(DataValue::y).max().orElse(0);
        boolean isSteep = least > 0 && most > STEEP * least;
        FigureBuilder builder = new FigureBuilder(
                new AxisLabel(axis.name(), units.getOrDefault(axis.name(), "")),
                new AxisLabel("simulated time", "\u00b5s"),
                isGeometric,
                isSteep,
                origin);
        List<String> notes = new ArrayList<>();
        if (isSteep || isGeometric) {
            notes.add("Logarithmic: "
                    + (isSteep && isGeometric ? "both axes" : isSteep ? "the vertical axis" : "the horizontal axis")
                    + ".");
        }
        if (lines.size() > 1 && combinations(axis) <= MOST_LINES) {
            notes.addAll(new FastestLines(axis, lines, isGeometric).statements());
        }
        return new Chart(
                axis.name(),
                "time-by-" + axis.name().replaceAll("[^A-Za-z0-9.]+", "-"),
                builder.build(values).svg(),
                notes);
    }

    /** The label of the combination of all other parameters. */
    private String others(SweepAxis axis, TimedPoint point) {
        return axes.stream()
                .filter(each -> !each.equals(axis) && each.values().size() > 1)
                .map(each -> each.name() + "=" + point.values().get(each.name()))
                .collect(Collectors.joining(" "));
    }

    private long combinations(SweepAxis axis) {
        return points.stream().map(each -> others(axis, each)).distinct().count();
    }

    /** The value of each line at each value of the parameter, in the order of the sweep. */
    private Map<String, Map<String, ChartValue>> lines(SweepAxis axis) {
        Map<String, Map<String, ChartValue>> lines = new LinkedHashMap<>();
        boolean few = combinations(axis) <= MOST_LINES;
        for (String value : axis.values()) {
            List<TimedPoint> here = points.stream()
                    .filter(each -> value.equals(each.values().get(axis.name())))
                    .toList();
            if (here.isEmpty()) {
                continue;
            }
            if (few) {
                here.stream()
                        .collect(Collectors.groupingBy(
                                each -> others(axis, each), LinkedHashMap::new, Collectors.toList()))
                        .forEach((label, all) -> put(lines, label, value, ChartValue.of(all)));
            } else {
                List<TimedPoint> sorted = sorted(here);
                put(lines, "fastest", value, ChartValue.of(sorted.subList(0, 1)));
                put(lines, "median of all", value, ChartValue.exact(sorted.get(sorted.size() / 2)));
            }
        }
        return lines;
    }

    private static void put(Map<String, Map<String, ChartValue>> lines, String label, String x, ChartValue value) {
        lines.computeIfAbsent(label, name -> new LinkedHashMap<>()).put(x, value);
    }

    private static List<TimedPoint> sorted(List<TimedPoint> points) {
        return points.stream()
                .sorted(Comparator.comparingDouble(TimedPoint::micros))
                .toList();
    }

    /**
     * A value of a chart.
     *
     * @param micros the time, the median of several seeds
     * @param low the shortest time of all seeds, less the error of the model
     * @param high the longest, with the error of the model
     * @param error the mean error of the model; empty if it was not measured
     */
    record ChartValue(double micros, double low, double high, OptionalDouble error) {
        static ChartValue of(List<TimedPoint> seeds) {
            List<TimedPoint> sorted = sorted(seeds);
            TimedPoint median = sorted.get(sorted.size() / 2);
            double error = median.error().orElse(0.0);
            return new ChartValue(
                    median.micros(),
                    sorted.get(0).micros() * (1 - error),
                    sorted.get(sorted.size() - 1).micros() * (1 + error),
                    median.error().map(OptionalDouble::of).orElseGet(OptionalDouble::empty));
        }

        static ChartValue exact(TimedPoint point) {
            return new ChartValue(point.micros(), point.micros(), point.micros(), OptionalDouble.empty());
        }

        DataValue data(String label, String x) {
            return new DataValue(label, x, micros, low, high);
        }
    }
}
