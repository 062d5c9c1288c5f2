package io.cdpsim.cli.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of an axis that are numbers, all with one unit or all without.
 *
 * @param values the numbers
 * @param unit their unit; empty for none
 */
public record AxisNumbers(List<Double> values, String unit) {
    private static final Pattern NUMBER = Pattern.compile(
            "([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\\s*([A-Za-z\u00b5%][A-Za-z/]*)?");

    public AxisNumbers {
        values = List.copyOf(values);
    }

    /** The numbers; empty if a text is no number or two have different units. */
    public static Optional<AxisNumbers> of(List<String> texts) {
        List<Double> values = new ArrayList<>();
        String unit = null;
        for (String each : texts) {
            Matcher m = NUMBER.matcher(each.strip());
            if (!m.matches()) {
                return Optional.empty();
            }
            String own = m.group(2) == null ? "" : m.group(2);
            double value = Double.parseDouble(m.group(1));
            if ((unit != null && !unit.equals(own)) || !Double.isFinite(value)) {
                return Optional.empty();
            }
            unit = own;
            values.add(value);
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(new AxisNumbers(values, unit == null ? "" : unit));
    }

    /** Whether the values grow by factors rather than by summands, so that a logarithmic scale separates them. */
    public boolean isGeometric() {
        double[] sorted =
                values.stream().mapToDouble(each -> each).distinct().sorted().toArray();
        if (sorted.length < 3 || sorted[0] <= 0) {
            return false;
        }
        double most = sorted[sorted.length - 1];
        return most >= 8 * sorted[0] && sorted[sorted.length / 2] <= (sorted[0] + most) / 2 * 0.8;
    }
}
