package io.cdpsim.observe.counters;

import io.cdpsim.observe.RunEvent.KernelCounted.Counts;

/**
 * The counters of all grids of a kernel. Cycles are those of the devices' clock.
 *
 * @param grids grids whose threads have all exited
 * @param counts instructions and accesses
 * @param smActiveCycles cycles for which an SM held a block of the kernel, added over the SMs
 * @param warpCycles cycles for which warps were on an SM, added over the warps
 * @param callCycles of these, cycles in calls of the device runtime
 */
public record KernelProfile(long grids, Counts counts, long smActiveCycles, long warpCycles, long callCycles) {
    /** Hits in the L1 caches, percent of the sectors that loads requested; NaN without loads. */
    public double l1HitPercent() {
        return 100.0 * counts.l1HitSectors() / positive(counts.l1Sectors());
    }

    /** Hits in the L2 cache, percent of the requested sectors; NaN without requests. */
    public double l2HitPercent() {
        return 100.0 * counts.l2HitSectors() / positive(counts.l2Sectors());
    }

    /** Warp instructions in a cycle of an SM that holds a block of the kernel. */
    public double instructionsPerCycle() {
        return counts.warpInstructions() / positive(smActiveCycles);
    }

    /**
     * Achieved occupancy: warps on an SM that holds a block of the kernel, percent of the most.
     *
     * @param mostWarps most warps on an SM
     */
    public double occupancyPercent(int mostWarps) {
        return 100.0 * warpCycles / positive(smActiveCycles) / mostWarps;
    }

    /** Active threads of an instruction of a warp, up to 32: the fewer, the more do warps diverge. */
    public double threadsPerInstruction() {
        return counts.threadInstructions() / positive(counts.warpInstructions());
    }

    /** Time in calls of the device runtime, percent of the warps' time. */
    public double callPercent() {
        return 100.0 * callCycles / positive(warpCycles);
    }

    private static double positive(long count) {
        return count == 0 ? Double.NaN : count;
    }
}
