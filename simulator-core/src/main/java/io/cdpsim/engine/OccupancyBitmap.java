package io.cdpsim.engine;

/** A set of small whole numbers on a ring, with a quick search for the next member. Two levels: one bit per number, one bit per word. */
final class OccupancyBitmap {
    /** Result of a search that finds no member. */
    static final int NONE = -1;

    private final long[] words;
    private final long[] summary;

    /** Makes an empty set of numbers below {@code size}, a multiple of 4096. */
    OccupancyBitmap(int size) {
        words = new long[size >>> 6];
        summary = new long[size >>> 12];
    }

    void set(int index) {
        int word = index >>> 6;
        words[word] |= 1L << index;
        summary[word >>> 6] |= 1L << word;
    }

    void clear(int index) {
        int word = index >>> 6;
        long rest = words[word] & ~(1L << index);
        words[word] = rest;
        if (rest == 0) {
            summary[word >>> 6] &= ~(1L << word);
        }
    }

    /** Returns the first member at or after {@code index}, wrapping around the end. */
    int nextAfter(int index) {
        int above = nextFrom(index + 1);
        return above == NONE ? nextFrom(0) : above;
    }

    private int nextFrom(int index) {
        int word = index >>> 6;
        if (word == words.length) {
            return NONE;
        }
        long bits = words[word] & -1L << index;
        if (bits == 0) {
            word = nextWordAfter(word);
            if (word == NONE) {
                return NONE;
            }
            bits = words[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    private int nextWordAfter(int word) {
        int from = word + 1;
        if (from == words.length) {
            return NONE;
        }
        int group = from >>> 6;
        long bits = summary[group] & -1L << from;
        while (bits == 0) {
            group++;
            if (group == summary.length) {
                return NONE;
            }
            bits = summary[group];
        }
        return (group << 6) + Long.numberOfTrailingZeros(bits);
    }
}
