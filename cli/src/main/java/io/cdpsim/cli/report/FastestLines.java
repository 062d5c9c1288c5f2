package io.cdpsim.cli.report;

import io.cdpsim.cli.figure.AxisNumbers;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.report.SweepCharts.ChartValue;
import io.cdpsim.experiments.compare.Crossover;
import io.cdpsim.experiments.sweep.plan.SweepAxis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Which line of a chart is the fastest where, with the error of the model. */
final class FastestLines {
    private static final int MOST_STATEMENTS = 6;

    private final SweepAxis axis;
    private final Map<String, Map<String, ChartValue>> lines;
    private final boolean isGeometric;

    /**
     * The lines of a chart.
     *
     * @param lines the value of each line by the value of the parameter
     * @param isGeometric whether the parameter is drawn on a logarithmic scale
     */
    FastestLines(SweepAxis axis, Map<String, Map<String, ChartValue>> lines, boolean isGeometric) {
        this.axis = axis;
        this.lines = lines;
        this.isGeometric = isGeometric;
    }

    /** The statements, each a sentence or two. */
    List<String> statements() {
        Map<String, String> fastest = new LinkedHashMap<>();
        for (String x : axis.values()) {
            List<String> here = lines.keySet().stream()
                    .filter(each -> line(each).containsKey(x))
                    .sorted(Comparator.comparingDouble(each -> value(each, x).micros()))
                    .toList();
            if (here.size() > 1
                    && value(here.get(0), x).micros() < value(here.get(1), x).micros()) {
                fastest.put(x, here.get(0));
            }
        }
        if (fastest.isEmpty()) {
            return List.of();
        }
        List<String> winners = fastest.values().stream().distinct().toList();
        if (winners.size() == 1) {
            return List.of(always(winners.get(0), fastest));
        }
        Optional<AxisNumbers> numbers = AxisNumbers.of(axis.values());
        return numbers.map(each -> crossovers(each, fastest)).orElseGet(() -> byName(fastest));
    }

    private Map<String, ChartValue> line(String label) {
        return lines.getOrDefault(label, Map.of());
    }

    private ChartValue value(String label, String x) {
        return Objects.requireNonNull(line(label).get(x), "a value");
    }

    private String always(String winner, Map<String, String> fastest) {
        double least = 1;
        OptionalDouble error = OptionalDouble.of(0);
        for (String x : fastest.keySet()) {
            for (String other : lines.keySet()) {
                if (!other.equals(winner) && line(other).containsKey(x)) {
                    least = Math.min(
                            least,
                            1 - value(winner, x).micros() / value(other, x).micros());
                    error = larger(
                            error,
                            larger(value(winner, x).error(), value(other, x).error()));
                }
            }
        }
        String where = fastest.size() == axis.values().size()
                ? "every value of " + axis.name()
                : axis.name() + " " + String.join(", ", fastest.keySet());
        return winner + " is the fastest at " + where + ", by at least " + percent(least) + ", "
                + (error.isEmpty()
                        ? "but nothing like some of these runs was measured: the error of the model is unknown."
                        : least > error.getAsDouble()
                                ? "more than the error of the model (mean " + percent(error.getAsDouble()) + ")."
                                : "less than the error of the model (mean " + percent(error.getAsDouble())
                                        + "): hardware may see it the other way round.");
    }

    private static OptionalDouble larger(OptionalDouble one, OptionalDouble other) {
        return one.isPresent() && other.isPresent()
                ? OptionalDouble.of(Math.max(one.getAsDouble(), other.getAsDouble()))
                : OptionalDouble.empty();
    }

    private List<String> byName(Map<String, String> fastest) {
        Map<String, List<String>> places = new LinkedHashMap<>();
        fastest.forEach((x, winner) ->
                places.computeIfAbsent(winner, name -> new ArrayList<>()).add(x));
        List<String> statements = new ArrayList<>();
        places.forEach((winner, all) ->
                statements.add(winner + " is the fastest at " + axis.name() + " " + String.join(", ", all) + "."));
        return statements.stream().limit(MOST_STATEMENTS).toList();
    }

    private List<String> crossovers(AxisNumbers numbers, Map<String, String> fastest) {
        // Ascending, whatever the order in the sweep
        Map<Double, String> texts = new TreeMap<>();
        for (int i = 0; i < numbers.values().size(); i++) {
            texts.put(numbers.values().get(i), axis.values().get(i));
        }
        List<String> order = List.copyOf(texts.values());
        List<String> statements = new ArrayList<>();
        String before = null;
        for (String x : order) {
            String now = fastest.get(x);
            if (now != null && before != null && !now.equals(before)) {
                statements.addAll(crossovers(texts, before, now, x));
            }
            before = now == null ? before : now;
        }
        return statements.stream().distinct().limit(MOST_STATEMENTS).toList();
    }

    private List<String> crossovers(Map<Double, String> texts, String first, String second, String from) {
        List<Map.Entry<Double, String>> shared = texts.entrySet().stream()
                .filter(each ->
                        line(first).containsKey(each.getValue()) && line(second).containsKey(each.getValue()))
                .toList();
        OptionalDouble error = OptionalDouble.of(0);
        for (Map.Entry<Double, String> each : shared) {
            error = larger(
                    error,
                    larger(
                            value(first, each.getValue()).error(),
                            value(second, each.getValue()).error()));
        }
        List<String> statements = new ArrayList<>();
        for (Crossover each : Crossover.of(
                shared.stream().mapToDouble(Map.Entry::getKey).toArray(),
                shared.stream()
                        .mapToDouble(x -> value(first, x.getValue()).micros())
                        .toArray(),
                shared.stream()
                        .mapToDouble(x -> value(second, x.getValue()).micros())
                        .toArray(),
                error.orElse(0),
                isGeometric)) {
            if (from.equals(texts.get(each.after()))) {
                statements.add(second + " beats " + first + " from " + axis.name() + " " + from
                        + " on; the times are equal at about " + number(each.at()) + ". " + range(each, error));
            }
        }
        return statements;
    }

    private static String range(Crossover crossover, OptionalDouble error) {
        if (error.isEmpty()) {
            return "Nothing like some of these runs was measured: the error of the model is unknown.";
        }
        String model = "With the error of the model (mean " + percent(error.getAsDouble()) + ") ";
        if (crossover.low().isEmpty() && crossover.high().isEmpty()) {
            return model + "hardware may have it anywhere in this range or not at all.";
        }
        if (crossover.low().isEmpty()) {
            return model + "hardware may have it anywhere below "
                    + number(crossover.high().orElseThrow()) + ".";
        }
        if (crossover.high().isEmpty()) {
            return model + "hardware may have it anywhere above "
                    + number(crossover.low().orElseThrow()) + ", or not at all.";
        }
        return model + "hardware may have it from " + number(crossover.low().orElseThrow()) + " to "
                + number(crossover.high().orElseThrow()) + ".";
    }

    private static String number(double value) {
        return NumberFormats.digits(value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }
}
