package io.cdpsim.cli.output;

import java.util.Locale;
import java.util.stream.Collectors;

/** External text, such as a file's name, escaped for terminals and markup. */
public final class PrintableText {
    private PrintableText() {}

    /**
     * The text with each control character, line feeds included, escaped as in JSON:
     * {@code \}{@code u001b} for the start of an escape sequence, {@code \}{@code u202e} for a change of the writing direction.
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

    /** The text with each line escaped as by {@link #line}. */
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
