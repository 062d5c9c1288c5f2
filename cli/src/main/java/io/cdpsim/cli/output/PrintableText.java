package io.cdpsim.cli.output;

import java.util.Locale;
import java.util.stream.Collectors;

/** Text from outside, such as a file's name, made fit for one line of a terminal. */
public final class PrintableText {
    private PrintableText() {}

    /**
     * The text with each character that a terminal would obey instead of showing it, line feeds among them, written as JSON writes it:
     * {@code \}{@code u001b} for the one that begins escape sequences, {@code \}{@code u202e} for the one that turns the direction of writing.
     */
    public static String line(String text) {
        if (text.codePoints().allMatch(PrintableText::isShown)) {
            return text;
        }
        StringBuilder line = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (isShown(c)) {
                line.appendCodePoint(c);
            } else {
                line.append(escaped(c));
            }
        });
        return line.toString();
    }

    /** The text line by line, each as {@link #line}, for explanations that need more than one. */
    public static String lines(String text) {
        return text.lines().map(PrintableText::line).collect(Collectors.joining("\n"));
    }

    /** The text as the content of an XML or HTML element or a quoted attribute. */
    public static String xml(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    static boolean isShown(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    static String escaped(int codePoint) {
        StringBuilder escaped = new StringBuilder();
        for (char unit : Character.toChars(codePoint)) {
            escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
        }
        return escaped.toString();
    }
}
