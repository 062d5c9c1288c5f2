package io.cdpsim.engine;

import java.util.Arrays;

/** Events beyond the wheel, added in any order: a binary heap on primitive longs, ordered by time, then by arrival. */
final class FarEventHeap {
    /** The longs of an entry: its time, its arrival number, the event. They are adjacent for the sake of the cache. */
    private static final int STRIDE = 3;

    private static final int ARRIVAL = 1;
    private static final int EVENT = 2;

    private long[] entries = new long[64 * STRIDE];

    /** The end of the entries in use. */
    private int end;

    private long minTime = Long.MAX_VALUE;

    boolean isEmpty() {
        return end == 0;
    }

    /** Returns the time of the first event, {@link Long#MAX_VALUE} when there is none. */
    long minTime() {
        return minTime;
    }

    /** Returns the arrival number of the first event; there must be one. */
    long minArrival() {
        return entries[ARRIVAL];
    }

    /** Adds an event whose arrival number is higher than that of every event here. */
    void add(long timeCycles, long arrival, long event) {
        if (end == entries.length) {
            entries = Arrays.copyOf(entries, Math.multiplyExact(end, 2));
        }
        int hole = end;
        end += STRIDE;
        while (hole > 0) {
            int parent = parentOf(hole);
            // An equal time stays above: it arrived before.
            if (entries[parent] <= timeCycles) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, timeCycles, arrival, event);
        minTime = entries[0];
    }

    /** Removes the first event; there must be one. */
    long removeMin() {
        long first = entries[EVENT];
        end -= STRIDE;
        long timeCycles = entries[end];
        long arrival = entries[end + ARRIVAL];
        int hole = 0;
        while (true) {
            int child = 2 * hole + STRIDE;
            if (child >= end) {
                break;
            }
            int right = child + STRIDE;
            if (right < end && isBefore(right, entries[child], entries[child + ARRIVAL])) {
                child = right;
            }
            if (!isBefore(child, timeCycles, arrival)) {
                break;
            }
            move(child, hole);
            hole = child;
        }
        put(hole, timeCycles, arrival, entries[end + EVENT]);
        minTime = end == 0 ? Long.MAX_VALUE : entries[0];
        return first;
    }

    private boolean isBefore(int entry, long timeCycles, long arrival) {
        long other = entries[entry];
        return other < timeCycles || (other == timeCycles && entries[entry + ARRIVAL] < arrival);
    }

    private void move(int from, int to) {
        put(to, entries[from], entries[from + ARRIVAL], entries[from + EVENT]);
    }

    private void put(int entry, long timeCycles, long arrival, long event) {
        entries[entry] = timeCycles;
        entries[entry + ARRIVAL] = arrival;
        entries[entry + EVENT] = event;
    }

    private static int parentOf(int entry) {
        return (entry / STRIDE - 1) / 2 * STRIDE;
    }
}
