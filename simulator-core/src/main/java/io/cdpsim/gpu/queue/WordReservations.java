package io.cdpsim.gpu.queue;

import org.jspecify.annotations.Nullable;

/**
 * Serializes requests to one word, in the order of their times. Remembers the last words; an evicted word
 * has been idle, or shares its entry with another contended one, and then waits for no request once.
 */
public final class WordReservations {
    private static final int TABLE_BITS = 8;

    private final long service;
    private final long[] words = new long[1 << TABLE_BITS];
    private final @Nullable ReservationTable[] calendars = new @Nullable ReservationTable[1 << TABLE_BITS];

    public WordReservations(double serviceCycles) {
        service = ServiceQueue.fractions(serviceCycles);
    }

    /** Queues requests to one word. @return the cycle at which the last of them starts */
    public long lastTurn(long address, int requests, long nowCycles) {
        int index = (int) ((address * 0x9E3779B97F4A7C15L) >>> (64 - TABLE_BITS));
        ReservationTable calendar = calendars[index];
        if (calendar == null) {
            calendar = new ReservationTable();
            calendars[index] = calendar;
        } else if (words[index] != address) {
            calendar.clear();
        }
        words[index] = address;
        return calendar.serve(nowCycles, service * requests) + ServiceQueue.wholeCycles(service * (requests - 1));
    }
}
