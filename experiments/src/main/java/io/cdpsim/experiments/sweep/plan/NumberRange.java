package io.cdpsim.experiments.sweep.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of numbers: {@code 16..4096:x2} (each twice the one before), {@code 0..1:+0.25}, {@code 1..8} (step 1), with an optional unit: {@code
 * 200..400:+50 cycles} or {@code 200 cycles..400 cycles:+50 cycles}. Arithmetic is decimal, to avoid binary fractions.
 *
 * @param first the first number
 * @param last the upper bound; included only if a step reaches it
 * @param step the summand or factor
 * @param multiplies whether the step is a factor
 * @param unit the unit of each number; empty for none
 */
record NumberRange(BigDecimal first, BigDecimal last, BigDecimal step, boolean multiplies, String unit) {
    /** A larger number of values indicates a wrong step. */
    static final int MOST_VALUES = 100_000;

    // Short numbers only: one with a huge exponent would take for ever to write out.
    private static final String NUMBER = "([+-]?[0-9]{1,18}(?:\\.[0-9]{1,18})?(?:[eE][+-]?[0-9])?)";
    private static final String UNIT = "\\s*([A-Za-z][A-Za-z/]*)?\\s*";
    private static final Pattern RANGE = Pattern.compile(
            NUMBER + UNIT + "\\.\\.\\s*" + NUMBER + UNIT + "(?::\\s*([x*+])\\s*" + NUMBER + UNIT + ")?");
    private static final String FORM = "FROM..TO:xFACTOR or FROM..TO:+STEP";

    /**
     * Parses a range.
     *
     * @return the range; empty if the text is an ordinary value, such as the name of a file
     * @throws IllegalArgumentException if the range is empty, unbounded or has two units
     */
    static Optional<NumberRange> parse(String text) {
        Matcher m = RANGE.matcher(text);
        if (!m.matches()) {
            if (text.matches("[+-]?[0-9.]+\\s*[A-Za-z/]*\\.\\..*")) {
                throw wrong(text, FORM + " with numbers, and one unit if any");
            }
            return Optional.empty();
        }
        boolean multiplies = m.group(5) != null && !m.group(5).equals("+");
        BigDecimal step = m.group(6) == null ? BigDecimal.ONE : new BigDecimal(m.group(6));
        NumberRange range = new NumberRange(
                new BigDecimal(m.group(1)),
                new BigDecimal(m.group(3)),
                step,
                multiplies,
                unit(text, m.group(2), m.group(4), m.group(7)));
        range.check(text);
        return Optional.of(range);
    }

    private static String unit(String text, String... written) {
        String unit = "";
        for (String each : written) {
            if (each != null && !unit.isEmpty() && !each.equals(unit)) {
                throw wrong(text, "one unit for all numbers");
            }
            unit = each == null ? unit : each;
        }
        return unit;
    }

    private void check(String text) {
        if (first.compareTo(last) > 0) {
            throw wrong(text, "the smaller number first");
        }
        if (multiplies && (step.compareTo(BigDecimal.ONE) <= 0 || first.signum() <= 0)) {
            throw wrong(text, "a factor above 1 and numbers above 0, such as 16..4096:x2");
        }
        if (!multiplies && step.signum() <= 0) {
            throw wrong(text, "a step above 0, such as 0..64:+8");
        }
    }

    private static IllegalArgumentException wrong(String found, String expected) {
        return new IllegalArgumentException("found '" + found + "', expected " + expected);
    }

    /**
     * The numbers with their unit, written without exponents.
     *
     * @throws IllegalArgumentException if there are more than {@link #MOST_VALUES}
     */
    List<String> values() {
        List<String> values = new ArrayList<>();
        BigDecimal value = first;
        while (value.compareTo(last) <= 0) {
            if (values.size() == MOST_VALUES) {
                throw new IllegalArgumentException("'" + first.toPlainString() + ".." + last.toPlainString()
                        + "' has more than " + MOST_VALUES + " values; take larger steps");
            }
            values.add((plain(value) + " " + unit).stripTrailing());
            value = multiplies ? value.multiply(step, MathContext.DECIMAL128) : value.add(step);
        }
        return values;
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
