package io.cdpsim.gpu.times;

import io.cdpsim.kernel.execution.LaneState;

/** Counts of what SMs have executed. */
public final class ExecutionCounters {
    private long warpInstructions;
    private long laneInstructions;
    private long activeCycles;

    /** Instructions issued, counted per warp. */
    public long warpInstructions() {
        return warpInstructions;
    }

    /** Instructions issued, counted per active lane. */
    public long laneInstructions() {
        return laneInstructions;
    }

    /** Cycles for which SMs held a block, summed over the SMs, excluding SMs that still hold one. */
    public long activeCycles() {
        return activeCycles;
    }

    /** Warps issue instructions. */
    public void issued(long instructions) {
        warpInstructions += instructions;
    }

    /** Active lanes of a warp run instructions. */
    public void ranInLanes(LaneState warp, long instructions) {
        laneInstructions += instructions;
        warp.ranInLanes(instructions);
    }

    /** An SM has held a block for some cycles. */
    public void wasActive(long cycles) {
        activeCycles += cycles;
    }

    /** Moves all counts to another counter. */
    public void moveTo(ExecutionCounters all) {
        all.warpInstructions += warpInstructions;
        all.laneInstructions += laneInstructions;
        all.activeCycles += activeCycles;
        warpInstructions = 0;
        laneInstructions = 0;
        activeCycles = 0;
    }
}
