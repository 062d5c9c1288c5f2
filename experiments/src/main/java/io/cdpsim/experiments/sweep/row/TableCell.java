package io.cdpsim.experiments.sweep.row;

import java.util.regex.Pattern;

/**
 * A value of a row as it is written. A number is kept as text, so that a row that was read back is written with the same bytes, whatever
 * Java's habits of writing fractions are.
 *
 * @param kind how JSON writes it
 * @param text what is written
 */
public record TableCell(Kind kind, String text) {
    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    /** How JSON writes a cell. */
    public enum Kind {
        /** Without quotes. */
        NUMBER,
        /** {@code true} or {@code false}. */
        TRUTH,
        /** In quotes. */
        TEXT
    }

    /** A whole number. */
    public static TableCell of(long value) {
        return new TableCell(Kind.NUMBER, Long.toString(value));
    }

    /** A finite number. */
    public static TableCell of(double value) {
        return new TableCell(Kind.NUMBER, Double.toString(value));
    }

    /** Yes or no. */
    public static TableCell of(boolean value) {
        return new TableCell(Kind.TRUTH, Boolean.toString(value));
    }

    /** Words. */
    public static TableCell words(String text) {
        return new TableCell(Kind.TEXT, text);
    }

    /** What somebody wrote: a number if JSON would take it for one, else words. */
    public static TableCell written(String text) {
        return new TableCell(JSON_NUMBER.matcher(text).matches() ? Kind.NUMBER : Kind.TEXT, text);
    }
}
