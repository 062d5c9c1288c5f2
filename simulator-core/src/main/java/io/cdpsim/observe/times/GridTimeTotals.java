package io.cdpsim.observe.times;

/**
 * What grids of one kind did, in cycles of the devices' clock.
 *
 * @param grids how many ran to the end of their threads, at least 1
 * @param busyCycles for how long at least one of them was on a device, from the start of its first block to the end of its threads
 * @param waitedCycles for how long they waited, from the posting of each to its start, all together
 * @param ranCycles for how long they ran, from the start of each to the end of its threads, all together
 * @param longestCycles how long the longest of them ran
 */
public record GridTimeTotals(long grids, long busyCycles, long waitedCycles, long ranCycles, long longestCycles) {
    /** For how long a grid waited, on average. */
    public double meanWaitCycles() {
        return (double) waitedCycles / grids;
    }

    /** For how long a grid ran, on average. */
    public double meanRunCycles() {
        return (double) ranCycles / grids;
    }
}
