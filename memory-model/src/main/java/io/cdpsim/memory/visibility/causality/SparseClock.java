package io.cdpsim.memory.visibility.causality;

/** A vector clock that stores only the components that are not 0. */
final class SparseClock {
    private static final int FIRST_CAPACITY = 8;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private long[] keys;
    private int[] clocks;
    private int size;

    SparseClock() {
        keys = new long[FIRST_CAPACITY];
        clocks = new int[FIRST_CAPACITY];
    }

    SparseClock(SparseClock other) {
        keys = other.keys.clone();
        clocks = other.clocks.clone();
        size = other.size;
    }

    int size() {
        return size;
    }

    /** The clock of a key, 0 if it has none. */
    int get(long key) {
        return clocks[slot(keys, key)];
    }

    /** Raises the clock of a key to at least this. */
    void raise(long key, int clock) {
        int slot = slot(keys, key);
        if (keys[slot] == 0) {
            keys[slot] = key;
            clocks[slot] = clock;
            if (2 * ++size > keys.length) {
                grow();
            }
        } else if (clocks[slot] < clock) {
            clocks[slot] = clock;
        }
    }

    void raiseAll(SparseClock other) {
        for (int i = 0; i < other.keys.length; i++) {
            if (other.keys[i] != 0) {
                raise(other.keys[i], other.clocks[i]);
            }
        }
    }

    /** Whether no clock of the other is later than the same one here. */
    boolean covers(SparseClock other) {
        if (other.size > size) {
            return false;
        }
        for (int i = 0; i < other.keys.length; i++) {
            if (other.keys[i] != 0 && get(other.keys[i]) < other.clocks[i]) {
                return false;
            }
        }
        return true;
    }

    private void grow() {
        long[] newKeys = new long[2 * keys.length];
        int[] newClocks = new int[2 * keys.length];
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != 0) {
                int slot = slot(newKeys, keys[i]);
                newKeys[slot] = keys[i];
                newClocks[slot] = clocks[i];
            }
        }
        keys = newKeys;
        clocks = newClocks;
    }

    private static int slot(long[] table, long key) {
        int mask = table.length - 1;
        int slot = (int) ((key * MIX) >>> 40) & mask;
        while (table[slot] != 0 && table[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
