package io.cdpsim.memory.visibility.history;

import java.util.Arrays;

/**
 * The accesses of one kind to each word of a page that a later one could race with. One access is stored in place; the latest few concurrent accesses of several threads are a set in {@link AccessSets}.
 */
final class AccessSlots {
    private final long[] epochs = new long[ShadowPage.WORDS];
    private final int[] accesses = new int[ShadowPage.WORDS];

    /** The epoch, 0 without an access, negative for a set: see {@link #set}. */
    long epoch(int word) {
        return epochs[word];
    }

    int access(int word) {
        return accesses[word];
    }

    int set(int word) {
        return (int) ~epochs[word];
    }

    void single(int word, long epoch, int access) {
        epochs[word] = epoch;
        accesses[word] = access;
    }

    void useSet(int word, int set) {
        epochs[word] = ~(long) set;
    }

    void clear(int word) {
        epochs[word] = 0;
    }

    void clear(int from, int to) {
        Arrays.fill(epochs, from, to, 0);
    }
}
