package io.cdpsim.runtime.column;

import java.util.Arrays;

/** A long in each row, 0 at first. */
public final class LongColumn {
    private static final int PIECE_BITS = 10;
    private static final int PIECE = 1 << PIECE_BITS;

    private long[][] pieces = new long[4][];
    private int length;

    /** A column without rows. */
    public LongColumn() {}

    /** Makes room for a row and those before it. */
    public void reach(int row) {
        while (row >= length) {
            int piece = length >>> PIECE_BITS;
            if (piece == pieces.length) {
                pieces = Arrays.copyOf(pieces, 2 * piece);
            }
            pieces[piece] = new long[PIECE];
            length += PIECE;
        }
    }

    /** Rows that there is room for. */
    public int length() {
        return length;
    }

    /** What stands in a row. */
    public long get(int row) {
        return pieces[row >>> PIECE_BITS][row & PIECE - 1];
    }

    /** Puts a value into a row. */
    public void set(int row, long value) {
        pieces[row >>> PIECE_BITS][row & PIECE - 1] = value;
    }
}
