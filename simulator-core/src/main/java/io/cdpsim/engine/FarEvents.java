package io.cdpsim.engine;

/** The events beyond the wheel, ordered by time, then by arrival. */
final class FarEvents {
    private final FarEventFifo run = new FarEventFifo();
    private final FarEventHeap heap = new FarEventHeap();
    private long minTime = Long.MAX_VALUE;

    boolean isEmpty() {
        return minTime == Long.MAX_VALUE;
    }

    /** Returns the time of the first event, {@link Long#MAX_VALUE} when there is none. */
    long minTime() {
        return minTime;
    }

    /** Adds an event whose arrival number is higher than that of every event here. */
    void add(long timeCycles, long arrival, long event) {
        if (run.takes(timeCycles)) {
            run.add(timeCycles, arrival, event);
        } else {
            heap.add(timeCycles, arrival, event);
        }
        minTime = Math.min(minTime, timeCycles);
    }

    /** Removes the first event; there must be one. */
    long removeMin() {
        long event = runIsFirst() ? run.remove() : heap.removeMin();
        minTime = run.isEmpty() ? heap.minTime() : Math.min(run.time(), heap.minTime());
        return event;
    }

    private boolean runIsFirst() {
        if (run.isEmpty() || heap.isEmpty()) {
            return heap.isEmpty();
        }
        long time = run.time();
        return time < heap.minTime() || (time == heap.minTime() && run.arrival() < heap.minArrival());
    }
}
