package io.cdpsim.observe;

/** The time from the start of the first grid to the completion of the last, cycles. It does not depend on when the host polls. */
public final class GridSpan {
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /** A span without any grid. */
    public GridSpan() {}

    /** A grid's first block is placed at a cycle. */
    void started(long cycle) {
        first = Math.min(first, cycle);
    }

    /** A grid and all that it launched are complete at a cycle. */
    void completed(long cycle) {
        last = Math.max(last, cycle);
    }

    /** Extends the span to another of the same clock. */
    public void include(GridSpan other) {
        first = Math.min(first, other.first);
        last = Math.max(last, other.last);
    }

    /** Its length in cycles; 0 if no grid completed. */
    public long cycles() {
        return last < first ? 0 : last - first;
    }
}
