package io.cdpsim.gpu;

/**
 * A resource like {@link ServiceQueue}, for requests that do not come in the order of their times: one that is known early to come late
 * leaves the time before it to others.
 *
 * <p>Time is kept in slots, each with the service that it has given away. A request begins in the first slot with some left. Remembers
 * the next 65,536 cycles; what would begin later than that begins there.
 */
final class ServiceCalendar {
    private static final int FRACTION_BITS = 8;
    private static final int SLOT_BITS = 6;
    private static final int SLOTS = 1 << 10;
    private static final int CAPACITY = 1 << (SLOT_BITS + FRACTION_BITS);
    private static final int USED_BITS = 24;
    private static final long USED_MASK = (1L << USED_BITS) - 1;

    /** For each slot, by its number modulo {@link #SLOTS}: the number, and the service it has given away. */
    private final long[] slots = new long[SLOTS];

    /** All slots from the first of these to the last but one are full. */
    private long fullFrom;

    private long fullUntil;

    /** Takes the resource for a time. @return the cycle at which the service begins */
    long serve(long nowCycles, long serviceFractions) {
        long first = nowCycles >> SLOT_BITS;
        long slot = first >= fullFrom && first < fullUntil ? fullUntil : first;
        long last = first + SLOTS - 1;
        while (slot < last && used(slot) >= CAPACITY) {
            slot++;
        }
        long used = used(slot);
        give(slot, used, serviceFractions);
        noteFull(first, slot);
        return Math.max(nowCycles, (slot << SLOT_BITS) + (Math.min(used, CAPACITY) >> FRACTION_BITS));
    }

    private static int index(long slot) {
        return (int) slot & (SLOTS - 1);
    }

    private long used(long slot) {
        long entry = slots[index(slot)];
        return entry >>> USED_BITS == slot ? entry & USED_MASK : 0;
    }

    /** Takes service from a slot, and what it has not got from those behind it. */
    private void give(long slot, long used, long service) {
        long at = slot;
        long taken = used;
        long left = service;
        while (left > 0 && at < slot + SLOTS - 1) {
            long part = Math.min(left, Math.max(0, CAPACITY - taken));
            slots[index(at)] = (at << USED_BITS) | (taken + part);
            left -= part;
            taken = used(++at);
        }
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
