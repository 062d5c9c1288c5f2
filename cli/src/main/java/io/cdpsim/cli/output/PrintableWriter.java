package io.cdpsim.cli.output;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * Passes text on with control characters escaped as by {@link PrintableText}; in JSON the escaped text is equivalent.
 * Line ends and tabs stay.
 */
public final class PrintableWriter extends FilterWriter {
    private static final boolean LINES_END_IN_CR = System.lineSeparator().startsWith("\r");

    /** Makes the writer. */
    public PrintableWriter(Writer target) {
        super(target);
    }

    @Override
    public void write(int c) throws IOException {
        write(new char[] {(char) c}, 0, 1);
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        write(text.substring(offset, offset + length).toCharArray(), 0, length);
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        int end = offset + length;
        int start = offset;
        int at = offset;
        while (at < end) {
            int codePoint = Character.codePointAt(text, at, end);
            int next = at + Character.charCount(codePoint);
            if (!isPlain(codePoint)) {
                out.write(text, start, at - start);
                out.write(PrintableText.escaped(codePoint));
                start = next;
            }
            at = next;
        }
        out.write(text, start, end - start);
    }

    private static boolean isPlain(int codePoint) {
        return codePoint == '\n'
                || codePoint == '\t'
                || (codePoint == '\r' && LINES_END_IN_CR)
                || PrintableText.isShown(codePoint);
    }
}
