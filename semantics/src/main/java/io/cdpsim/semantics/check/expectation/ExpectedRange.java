package io.cdpsim.semantics.check.expectation;

import java.util.Locale;

/**
 * A closed range of numbers.
 *
 * @param least the smallest number
 * @param most the largest number; may be infinite
 */
public record ExpectedRange(double least, double most) {
    /** The range of one number. */
    public static ExpectedRange exactly(double value) {
        return new ExpectedRange(value, value);
    }

    /** Whether the range contains a number. */
    public boolean contains(double value) {
        return value >= least && value <= most;
    }

    /** The smallest range that contains this one and another number. */
    public ExpectedRange with(double value) {
        return new ExpectedRange(Math.min(least, value), Math.max(most, value));
    }

    /** Such as {@code 4}, {@code 3..5} or {@code 3..}. */
    @Override
    public String toString() {
        if (least == most) {
            return number(least);
        }
        return number(least) + ".." + (most == Double.POSITIVE_INFINITY ? "" : number(most));
    }

    /** The text of a number: a whole number has no decimal point. */
    public static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.valueOf(value);
    }
}
