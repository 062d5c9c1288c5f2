package io.cdpsim.engine;

import java.util.ArrayDeque;
import java.util.Deque;

/** Events beyond the wheel that were added in the order of their times, such as the millions queued for a server. */
final class FarEventFifo {
    private static final int STRIDE = 3;
    private static final int ARRIVAL = 1;
    private static final int EVENT = 2;
    private static final int CHUNK = 1024 * STRIDE;

    /** All but the last are full; the first is read. */
    private final Deque<long[]> chunks = new ArrayDeque<>();

    private long[] first = new long[CHUNK];
    private long[] last = first;
    private int start;
    private int end;
    private long lastTime;

    boolean isEmpty() {
        return first == last && start == end;
    }

    /** Whether an event of this time, added now, keeps the order. */
    boolean takes(long timeCycles) {
        return timeCycles >= lastTime || isEmpty();
    }

    /** Adds an event that keeps the order. */
    void add(long timeCycles, long arrival, long event) {
        if (end == CHUNK) {
            chunks.add(last);
            last = new long[CHUNK];
            end = 0;
        }
        last[end] = timeCycles;
        last[end + ARRIVAL] = arrival;
        last[end + EVENT] = event;
        end += STRIDE;
        lastTime = timeCycles;
    }

    /** Returns the time of the first event; there must be one. */
    long time() {
        return first[start];
    }

    /** Returns the arrival number of the first event; there must be one. */
    long arrival() {
        return first[start + ARRIVAL];
    }

    /** Removes the first event; there must be one. */
    long remove() {
        long event = first[start + EVENT];
        start += STRIDE;
        if (isEmpty()) {
            start = 0;
            end = 0;
        } else if (start == CHUNK) {
            chunks.remove();
            first = chunks.isEmpty() ? last : chunks.element();
            start = 0;
        }
        return event;
    }
}
