package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.experiments.sweep.row.TableCell;
import io.cdpsim.workloads.InvalidInputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A number that a program prints.
 *
 * @param name the column of the rows
 * @param pattern a regular expression, whose first group is the number
 */
public record OutputMetric(String name, Pattern pattern) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
    private static final String FORM = "NAME=REGEX, such as gbs='speed: ([0-9.]+)'";

    /**
     * Parses a metric.
     *
     * @param regex a regular expression of Java; {@code ^} and {@code $} match at each line
     * @throws InvalidInputException if the name is not words joined by underscores, or the expression is invalid or has no group
     */
    public static OutputMetric of(String name, String regex) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidInputException("metric: found the name '" + name + "', expected " + FORM);
        }
        try {
            Pattern pattern = Pattern.compile(regex, Pattern.MULTILINE);
            if (pattern.matcher("").groupCount() == 0) {
                throw new InvalidInputException("metric " + name + ": found '" + regex
                        + "' without a group, expected parentheses around the number, as in " + FORM);
            }
            return new OutputMetric(name, pattern);
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException(
                    "metric " + name + ": found '" + regex + "', expected a regular expression: " + e.getDescription());
        }
    }

    /**
     * The number in an output: that of the first match.
     *
     * @throws InvalidInputException if nothing matches, or the group is not a finite number
     */
    TableCell in(String output) {
        Matcher match = pattern.matcher(output);
        if (!match.find()) {
            throw new InvalidInputException("metric " + name + ": nothing in the output matches '" + pattern + "'");
        }
        String text = match.group(1);
        try {
            double value = Double.parseDouble(String.valueOf(text));
            if (Double.isFinite(value)) {
                return value == Math.rint(value) && Math.abs(value) < 1L << 53
                        ? TableCell.of((long) value)
                        : TableCell.of(value);
            }
        } catch (NumberFormatException e) {
            // Reported below
        }
        throw new InvalidInputException("metric " + name + ": found '" + text + "' in the output, expected a number");
    }
}
