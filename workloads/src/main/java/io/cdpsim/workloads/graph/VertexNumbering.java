package io.cdpsim.workloads.graph;

import java.util.Arrays;

/** Numbers vertex ids from 0 in the order in which they first appear: open addressing on primitive longs. */
final class VertexNumbering {
    private static final int FIRST_CAPACITY = 1 << 12;
    private static final int MAX_CAPACITY = 1 << 30;
    private static final long FREE = -1;

    private long[] ids = free(FIRST_CAPACITY);
    private int[] indices = new int[FIRST_CAPACITY];
    private int count;

    /** Number of distinct ids. */
    int count() {
        return count;
    }

    /** The index of a nonnegative id, assigned now if the id is new; -1 if the table is full. */
    int indexOf(long id) {
        int slot = slotOf(ids, id);
        if (ids[slot] == id) {
            return indices[slot];
        }
        if (2L * count >= ids.length) {
            if (ids.length == MAX_CAPACITY) {
                return -1;
            }
            grow();
            slot = slotOf(ids, id);
        }
        ids[slot] = id;
        indices[slot] = count;
        return count++;
    }

    private void grow() {
        long[] grownIds = free(ids.length * 2);
        int[] grownIndices = new int[grownIds.length];
        for (int slot = 0; slot < ids.length; slot++) {
            if (ids[slot] != FREE) {
                int grownSlot = slotOf(grownIds, ids[slot]);
                grownIds[grownSlot] = ids[slot];
                grownIndices[grownSlot] = indices[slot];
            }
        }
        ids = grownIds;
        indices = grownIndices;
    }

    // Consecutive ids are common: a multiplicative hash spreads them evenly, and its high bits are the best.
    private static int slotOf(long[] ids, long id) {
        int mask = ids.length - 1;
        int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> Long.numberOfLeadingZeros(mask));
        while (ids[slot] != FREE && ids[slot] != id) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static long[] free(int capacity) {
        long[] ids = new long[capacity];
        Arrays.fill(ids, FREE);
        return ids;
    }
}
