package io.cdpsim.cli.output;

import java.util.stream.Collectors;

/** Text from outside, such as a file's name, made fit for one line of a terminal. */
public final class Printable {
    private Printable() {}

    /** The text with each control character, line feeds among them, written as a question mark. */
    public static String line(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().map(c -> Character.isISOControl(c) ? '?' : c).forEach(line::appendCodePoint);
        return line.toString();
    }

    /** The text line by line, each as {@link #line}, for explanations that need more than one. */
    public static String lines(String text) {
        return text.lines().map(Printable::line).collect(Collectors.joining("\n"));
    }
}
