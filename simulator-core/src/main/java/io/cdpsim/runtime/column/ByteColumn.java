package io.cdpsim.runtime.column;

import java.util.Arrays;

/** A byte in each row, 0 at first. */
public final class ByteColumn {
    private static final int PIECE_BITS = 10;
    private static final int PIECE = 1 << PIECE_BITS;

    private byte[][] pieces = new byte[4][];
    private int length;

    /** A column without rows. */
    public ByteColumn() {}

    /** Makes room for a row and those before it. */
    public void reach(int row) {
        while (row >= length) {
            int piece = length >>> PIECE_BITS;
            if (piece == pieces.length) {
                pieces = Arrays.copyOf(pieces, 2 * piece);
            }
            pieces[piece] = new byte[PIECE];
            length += PIECE;
        }
    }

    /** Rows that there is room for. */
    public int length() {
        return length;
    }

    /** What stands in a row. */
    public byte get(int row) {
        return pieces[row >>> PIECE_BITS][row & PIECE - 1];
    }

    /** Puts a value into a row. */
    public void set(int row, byte value) {
        pieces[row >>> PIECE_BITS][row & PIECE - 1] = value;
    }
}
