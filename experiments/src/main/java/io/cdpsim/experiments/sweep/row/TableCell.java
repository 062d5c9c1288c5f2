package io.cdpsim.experiments.sweep.row;

import java.util.regex.Pattern;

/**
 * A value of a row as text. A number is kept as text, so that a parsed row is written with the same bytes on every JDK.
 *
 * @param kind its JSON type
 * @param text the written text
 */
public record TableCell(Kind kind, String text) {
    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    /** The JSON type of a cell. */
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

    /** A boolean. */
    public static TableCell of(boolean value) {
        return new TableCell(Kind.TRUTH, Boolean.toString(value));
    }

    /** A text. */
    public static TableCell words(String text) {
        return new TableCell(Kind.TEXT, text);
    }

    /** A given text: a number if it is one in JSON, else a text. */
    public static TableCell written(String text) {
        return new TableCell(JSON_NUMBER.matcher(text).matches() ? Kind.NUMBER : Kind.TEXT, text);
    }
}
