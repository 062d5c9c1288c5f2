package io.cdpsim.observe.times;

/**
 * Totals of a group of grids, in cycles of the devices' clock.
 *
 * @param grids number of grids whose threads have ended, at least 1
 * @param busyCycles time with at least one of them on a device, from the start of its first block to the end of its threads
 * @param waitedCycles sum of the times from the posting of each to its start
 * @param ranCycles sum of the times from the start of each to the end of its threads
 * @param longestCycles longest run time
 */
public record GridTimeTotals(long grids, long busyCycles, long waitedCycles, long ranCycles, long longestCycles) {
    /** Mean waiting time. */
    public double meanWaitCycles() {
        return (double) waitedCycles / grids;
    }

    /** Mean run time. */
    public double meanRunCycles() {
        return (double) ranCycles / grids;
    }
}
