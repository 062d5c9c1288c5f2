package io.cdpsim.runtime.column;

import java.util.Arrays;

/** An int in each row, 0 at first. */
public final class IntColumn {
    private static final int PIECE_BITS = 10;
    private static final int PIECE = 1 << PIECE_BITS;

    private int[][] pieces = new int[4][];
    private int length;

    /** A column without rows. */
    public IntColumn() {}

    /** Makes room for a row and those before it. */
    public void reach(int row) {
        while (row >= length) {
            int piece = length >>> PIECE_BITS;
            if (piece == pieces.length) {
                pieces = Arrays.copyOf(pieces, 2 * piece);
            }
            pieces[piece] = new int[PIECE];
            length += PIECE;
        }
    }

    /** Rows that there is room for. */
    public int length() {
        return length;
    }

    /** What stands in a row. */
    public int get(int row) {
        return pieces[row >>> PIECE_BITS][row & PIECE - 1];
    }

    /** Puts a value into a row. */
    public void set(int row, int value) {
        pieces[row >>> PIECE_BITS][row & PIECE - 1] = value;
    }
}
