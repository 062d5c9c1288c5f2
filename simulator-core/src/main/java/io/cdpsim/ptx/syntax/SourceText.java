package io.cdpsim.ptx.syntax;

import java.util.Arrays;

/**
 * The source text of a tree: its name and the starts of its lines. A node stores only the offset of its first byte; line and column
 * are computed from it, so that a node's location takes four bytes.
 */
public final class SourceText {
    private final String name;
    private final int[] lineStarts;

    /**
     * Makes the map from offsets to lines.
     *
     * @param name what messages call the text, mostly the file's path
     * @param lineStarts the offset of the first byte of each line, ascending; the first is 0
     */
    public SourceText(String name, int[] lineStarts) {
        this.name = name;
        this.lineStarts = lineStarts.clone();
    }

    /** What messages call the text. */
    public String name() {
        return name;
    }

    /** The line, from 1, of the byte at an offset. */
    public int line(int at) {
        int found = Arrays.binarySearch(lineStarts, at);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** The column, from 1 and in bytes, of the byte at an offset. */
    public int column(int at) {
        return at - lineStarts[line(at) - 1] + 1;
    }

    /** The place of an offset as messages start with it: {@code file:line:column}. */
    public String place(int at) {
        return name + ":" + line(at) + ":" + column(at);
    }

    @Override
    public String toString() {
        return name;
    }
}
