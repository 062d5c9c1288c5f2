package io.cdpsim.gpu.sm;

/** What the SMs of a device have done so far. */
public final class ExecutionCounters {
    long warpInstructions;
    long laneInstructions;
    long activeCycles;

    /** Instructions issued, one a warp. */
    public long warpInstructions() {
        return warpInstructions;
    }

    /** Instructions issued, one an active lane. */
    public long laneInstructions() {
        return laneInstructions;
    }

    /** Cycles for which SMs held a block, added over the SMs, without those of an SM that still holds one. */
    public long activeCycles() {
        return activeCycles;
    }
}
