package io.cdpsim.workloads.check.expectation;

import java.util.Locale;

/**
 * The numbers from one to another, both included.
 *
 * @param least the lowest
 * @param most the highest
 */
public record ExpectedRange(double least, double most) {
    /** One number alone. */
    public static ExpectedRange exactly(double value) {
        return new ExpectedRange(value, value);
    }

    /** Whether a number is in it. */
    public boolean holds(double value) {
        return value >= least && value <= most;
    }

    /** The smallest band with another number in it, too. */
    public ExpectedRange with(double value) {
        return new ExpectedRange(Math.min(least, value), Math.max(most, value));
    }

    /** As it is written: {@code 4}, {@code 3..5}, {@code 3..} */
    @Override
    public String toString() {
        if (least == most) {
            return number(least);
        }
        return number(least) + ".." + (most == Double.POSITIVE_INFINITY ? "" : number(most));
    }

    /** A number as people write it: whole numbers without a point. */
    public static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.valueOf(value);
    }
}
