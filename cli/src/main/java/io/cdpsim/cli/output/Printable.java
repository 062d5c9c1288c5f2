package io.cdpsim.cli.output;

/** Text from outside, such as a file's name, made fit for one line of a terminal. */
public final class Printable {
    private Printable() {}

    /** The text with each control character, line feeds among them, written as a question mark. */
    public static String line(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().map(c -> Character.isISOControl(c) ? '?' : c).forEach(line::appendCodePoint);
        return line.toString();
    }
}
