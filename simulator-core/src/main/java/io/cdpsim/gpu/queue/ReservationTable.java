package io.cdpsim.gpu.queue;

import java.util.Arrays;

/**
 * A resource like {@link ServiceQueue}, for requests that arrive out of time order: a request for a later time leaves
 * the time before it to others.
 *
 * <p>Time is divided into slots, each with the service reserved in it. A request starts in the first slot with free service. Remembers
 * 65,536 cycles at first, and up to 1,048,576 if requests wait that long; later requests are clamped to the last slot.
 */
public final class ReservationTable {
    private static final int FRACTION_BITS = 8;
    private static final int SLOT_BITS = 6;
    private static final int FEWEST_SLOTS = 1 << 10;
    private static final int MOST_SLOTS = 1 << 14;
    private static final int CAPACITY = 1 << (SLOT_BITS + FRACTION_BITS);
    private static final int USED_BITS = 24;
    private static final int RUN_BITS = 15;
    private static final int RUN_MASK = (1 << RUN_BITS) - 1;
    private static final int MOST_AGES = (1 << (31 - RUN_BITS)) - 1;
    private static final long USED_MASK = (1L << USED_BITS) - 1;

    /** Allocated at the first request: a small program uses few of a GPU's hundreds of resources. */
    private static final long[] NONE = {};

    /** For each slot, by its number modulo the length: the number, and the reserved service. */
    private long[] slots = NONE;

    /**
     * For each full slot, how many slots from it on are known to be full, which a search skips, and the age of that
     * knowledge; 0 where not known.
     */
    private int[] fullRun = {};

    /** Knowledge of full slots from earlier ages is invalid. */
    private int age = 1;

    /** The last slot with a reservation. */
    private long newest;

    /** The first slot with a reservation. */
    private long oldest = Long.MAX_VALUE;

    /** All slots from this one to the last but one are full. */
    private long fullFrom;

    private long fullUntil;

    /** Several free resources of one kind. */
    public static ReservationTable[] several(int count) {
        ReservationTable[] tables = new ReservationTable[count];
        Arrays.setAll(tables, i -> new ReservationTable());
        return tables;
    }

    /** Reserves the resource for a time. @return the cycle at which the service starts */
    public long serve(long nowCycles, long serviceFractions) {
        if (slots == NONE) {
            slots = new long[FEWEST_SLOTS];
            fullRun = new int[FEWEST_SLOTS];
        }
        long first = nowCycles >> SLOT_BITS;
        while (newest - first >= slots.length / 2 && slots.length < MOST_SLOTS) {
            remembersMore();
        }
        long slot = first >= fullFrom && first < fullUntil ? fullUntil : first;
        long last = first + slots.length - 1;
        if (slot < last && used(slot) >= CAPACITY) {
            slot = notFull(slot, last);
        }
        long used = used(slot);
        give(slot, used, serviceFractions);
        noteFull(first, slot);
        return Math.max(nowCycles, (slot << SLOT_BITS) + (Math.min(used, CAPACITY) >> FRACTION_BITS));
    }

    /** The first slot after a full one that is not full, or the last one to search. */
    private long notFull(long fullSlot, long last) {
        // Knowledge of full slots is valid as long as none of them was evicted by a later one.
        boolean known = newest < fullSlot + slots.length;
        long slot = fullSlot;
        while (slot < last && used(slot) >= CAPACITY) {
            slot += known ? knownFull(index(slot)) : 1;
        }
        long found = Math.min(slot, last);
        if (known) {
            for (long seen = fullSlot; seen < found; ) {
                int index = index(seen);
                long next = seen + knownFull(index);
                fullRun[index] = age << RUN_BITS | (int) (found - seen);
                seen = next;
            }
        }
        return found;
    }

    private int knownFull(int index) {
        int run = fullRun[index];
        return run >>> RUN_BITS == age ? run & RUN_MASK : 1;
    }

    private void nothingIsKnownFull() {
        if (++age > MOST_AGES) {
            Arrays.fill(fullRun, 0);
            age = 1;
        }
    }

    /** Clears all reservations. */
    void clear() {
        if (newest - oldest >= slots.length) {
            Arrays.fill(slots, 0);
        } else {
            for (long slot = oldest; slot <= newest; slot++) {
                slots[index(slot)] = 0;
            }
        }
        nothingIsKnownFull();
        newest = 0;
        oldest = Long.MAX_VALUE;
        fullFrom = 0;
        fullUntil = 0;
    }

    private void remembersMore() {
        long[] before = slots;
        slots = new long[2 * before.length];
        fullRun = new int[slots.length];
        for (long entry : before) {
            // An empty entry has the number of slot 0, and would overwrite the slot that shares its position.
            if (entry != 0) {
                slots[index(entry >>> USED_BITS)] = entry;
            }
        }
    }

    private int index(long slot) {
        return (int) slot & (slots.length - 1);
    }

    private long used(long slot) {
        long entry = slots[index(slot)];
        return entry >>> USED_BITS == slot ? entry & USED_MASK : 0;
    }

    /** Reserves service of a slot, and the remainder of the slots that follow. */
    private void give(long slot, long used, long service) {
        long at = slot;
        long taken = used;
        long left = service;
        while (left > 0 && at < slot + slots.length - 1) {
            long part = Math.min(left, Math.max(0, CAPACITY - taken));
            put(at, taken + part);
            left -= part;
            at++;
            taken = left > 0 ? used(at) : 0;
        }
    }

    private void put(long slot, long used) {
        int index = index(slot);
        long before = slots[index] >>> USED_BITS;
        if (before > slot) {
            // A later slot is evicted, which may be part of any run of full slots.
            nothingIsKnownFull();
        } else if (before < slot) {
            fullRun[index] = 0;
        }
        slots[index] = (slot << USED_BITS) | used;
        newest = Math.max(newest, slot);
        oldest = Math.min(oldest, slot);
    }

    private void noteFull(long first, long slot) {
        if (first > fullUntil || first < fullFrom) {
            fullFrom = first;
            fullUntil = slot;
        } else {
            fullUntil = Math.max(fullUntil, slot);
        }
    }
}
