package io.cdpsim.observe.times;

/** {@link GridTimeTotals} that grow. */
final class RunningSums {
    private long grids;
    private long busyCycles;
    private long waitedCycles;
    private long ranCycles;
    private long longestCycles;
    private int onDevice;
    private long busySince;

    /** Up to when what was busy has been counted. */
    private long countedUpTo;

    /** A grid starts. */
    void starts(long time) {
        if (onDevice++ == 0) {
            // The end of the one before may have been told with a time that lies ahead of this one.
            busySince = Math.max(time, countedUpTo);
        }
    }

    /** A grid that was posted and started at these cycles ends. */
    void ends(long posted, long started, long time) {
        grids++;
        waitedCycles += started - posted;
        ranCycles += time - started;
        longestCycles = Math.max(longestCycles, time - started);
        if (--onDevice == 0 && time > busySince) {
            busyCycles += time - busySince;
            countedUpTo = time;
        }
    }

    /** Whether any grid has ended. */
    boolean isEmpty() {
        return grids == 0;
    }

    GridTimeTotals sums() {
        return new GridTimeTotals(grids, busyCycles, waitedCycles, ranCycles, longestCycles);
    }
}
