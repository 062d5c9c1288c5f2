package io.cdpsim.gpu.memory;

import java.util.Arrays;

/** A set of lines that may say of a line that it contains it where it does not. */
public final class LineSet {
    private final long[] bits;
    private boolean isEmpty = true;

    /** @param size bits, a power of two from 64 on: more make wrong answers rarer */
    public LineSet(int size) {
        bits = new long[size / Long.SIZE];
    }

    /** Removes all lines. */
    public void clear() {
        if (!isEmpty) {
            Arrays.fill(bits, 0);
            isEmpty = true;
        }
    }

    /** Adds a line. */
    public void add(long line) {
        int bit = bit(line);
        bits[bit >>> 6] |= 1L << bit;
        isEmpty = false;
    }

    /** Whether the set may contain a line. */
    public boolean mayContain(long line) {
        int bit = bit(line);
        return !isEmpty && (bits[bit >>> 6] & 1L << bit) != 0;
    }

    private int bit(long line) {
        return (int) ((line * 0x9E3779B97F4A7C15L) >>> 40) & (bits.length * Long.SIZE - 1);
    }
}
