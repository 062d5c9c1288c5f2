package io.cdpsim.memory.consistency.relations;

import java.util.Arrays;

/** A binary relation over the events 0 to n-1: a row of bits for each event, 64 to a word. */
public final class Relation {
    private final int size;
    private final int words;
    private final long[] bits;

    /** An empty relation over a number of events. */
    public Relation(int size) {
        this.size = size;
        this.words = (size + 63) >>> 6;
        this.bits = new long[size * words];
    }

    /** The number of events. */
    public int size() {
        return size;
    }

    /** Whether it holds a pair. */
    public boolean has(int from, int to) {
        return (bits[from * words + (to >>> 6)] & 1L << to) != 0;
    }

    /** Adds a pair. */
    public void add(int from, int to) {
        bits[from * words + (to >>> 6)] |= 1L << to;
    }

    /** Removes a pair. */
    void remove(int from, int to) {
        bits[from * words + (to >>> 6)] &= ~(1L << to);
    }

    void clear() {
        Arrays.fill(bits, 0);
    }

    /** Whether a row has an event in common with a row of another relation over the same events. */
    public boolean intersects(int row, Relation other, int otherRow) {
        for (int i = 0; i < words; i++) {
            if ((bits[row * words + i] & other.bits[otherRow * words + i]) != 0) {
                return true;
            }
        }
        return false;
    }

    void copyFrom(Relation other) {
        System.arraycopy(other.bits, 0, bits, 0, bits.length);
    }

    /** Adds all pairs of another relation. */
    public void addAll(Relation other) {
        for (int i = 0; i < bits.length; i++) {
            bits[i] |= other.bits[i];
        }
    }

    /** Adds a row of another relation to a row of this one. */
    void addRow(int row, Relation other, int otherRow) {
        for (int i = 0; i < words; i++) {
            bits[row * words + i] |= other.bits[otherRow * words + i];
        }
    }

    /** Replaces the relation by its transitive closure. */
    public void close() {
        if (words == 1) {
            for (int k = 0; k < size; k++) {
                long through = bits[k];
                for (int i = 0; i < size; i++) {
                    if ((bits[i] & 1L << k) != 0) {
                        bits[i] |= through;
                    }
                }
            }
            return;
        }
        for (int k = 0; k < size; k++) {
            for (int i = 0; i < size; i++) {
                if (has(i, k)) {
                    addRow(i, this, k);
                }
            }
        }
    }

    /** Adds a pair to a transitive relation, and the pairs that keep it transitive. */
    public void addClosed(int from, int to) {
        if (has(from, to)) {
            return;
        }
        for (int i = 0; i < size; i++) {
            if (i == from || has(i, from)) {
                addRow(i, this, to);
                add(i, to);
            }
        }
    }

    /** The next event of a row after {@code after}, or -1. */
    public int next(int row, int after) {
        int from = after + 1;
        int word = from >>> 6;
        if (word >= words) {
            return -1;
        }
        long left = bits[row * words + word] & -1L << from;
        while (left == 0) {
            if (++word == words) {
                return -1;
            }
            left = bits[row * words + word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(left);
    }

    /** A copy. */
    public Relation copy() {
        Relation copy = new Relation(size);
        copy.copyFrom(this);
        return copy;
    }

    /** Removes the pairs that another relation does not hold. */
    public void retainAll(Relation other) {
        for (int i = 0; i < bits.length; i++) {
            bits[i] &= other.bits[i];
        }
    }

    /** Removes the pairs of another relation. */
    public void removeAll(Relation other) {
        for (int i = 0; i < bits.length; i++) {
            bits[i] &= ~other.bits[i];
        }
    }

    /** The pairs of a first step by this relation and a second by another. */
    public Relation followedBy(Relation other) {
        Relation both = new Relation(size);
        for (int i = 0; i < size; i++) {
            for (int through = next(i, -1); through >= 0; through = next(i, through)) {
                both.addRow(i, other, through);
            }
        }
        return both;
    }

    /** The pairs in the other direction. */
    public Relation inverse() {
        Relation inverse = new Relation(size);
        for (int i = 0; i < size; i++) {
            for (int to = next(i, -1); to >= 0; to = next(i, to)) {
                inverse.add(to, i);
            }
        }
        return inverse;
    }

    /** Whether it holds no pair. */
    public boolean isEmpty() {
        return Arrays.stream(bits).allMatch(each -> each == 0);
    }

    /** Whether it relates no event to itself. */
    public boolean isIrreflexive() {
        for (int i = 0; i < size; i++) {
            if (has(i, i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it holds the same pairs as another relation. */
    public boolean holdsTheSame(Relation other) {
        return Arrays.equals(bits, other.bits);
    }
}
