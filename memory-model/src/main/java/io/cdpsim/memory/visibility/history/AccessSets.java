package io.cdpsim.memory.visibility.history;

import java.util.Arrays;

/** Small sets of accesses, the newest first. */
final class AccessSets {
    /** The most accesses of a set. Older ones are forgotten, which can miss a race but never report a false one. */
    static final int CAPACITY = 4;

    private static final int FIRST_SETS = 64;

    private long[] epochs = new long[FIRST_SETS * CAPACITY];
    private int[] accesses = new int[FIRST_SETS * CAPACITY];
    private int[] free = new int[FIRST_SETS];
    private int freeCount;
    private int used;

    int create() {
        if (freeCount > 0) {
            int set = free[--freeCount];
            Arrays.fill(epochs, set * CAPACITY, (set + 1) * CAPACITY, 0);
            return set;
        }
        if ((used + 1) * CAPACITY > epochs.length) {
            epochs = Arrays.copyOf(epochs, 2 * epochs.length);
            accesses = Arrays.copyOf(accesses, 2 * accesses.length);
        }
        return used++;
    }

    void release(int set) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * free.length);
        }
        free[freeCount++] = set;
    }

    /** The epoch of a member; 0 behind the last. */
    long epoch(int set, int member) {
        return epochs[set * CAPACITY + member];
    }

    int access(int set, int member) {
        return accesses[set * CAPACITY + member];
    }

    void put(int set, int member, long epoch, int access) {
        epochs[set * CAPACITY + member] = epoch;
        accesses[set * CAPACITY + member] = access;
    }

    /** Removes a member. */
    void remove(int set, int member) {
        int at = set * CAPACITY + member;
        int end = (set + 1) * CAPACITY - 1;
        System.arraycopy(epochs, at + 1, epochs, at, end - at);
        System.arraycopy(accesses, at + 1, accesses, at, end - at);
        epochs[end] = 0;
    }

    /** Inserts a member before all others; the last place must be free. */
    void addFirst(int set, long epoch, int access) {
        int at = set * CAPACITY;
        System.arraycopy(epochs, at, epochs, at + 1, CAPACITY - 1);
        System.arraycopy(accesses, at, accesses, at + 1, CAPACITY - 1);
        epochs[at] = epoch;
        accesses[at] = access;
    }

    int size(int set) {
        int size = 0;
        while (size < CAPACITY && epochs[set * CAPACITY + size] != 0) {
            size++;
        }
        return size;
    }

    long bytes() {
        return (long) used * CAPACITY * (Long.BYTES + Integer.BYTES);
    }
}
