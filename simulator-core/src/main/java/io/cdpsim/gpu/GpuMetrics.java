package io.cdpsim.gpu;

/** What a device has done so far. Counts, and cycles of the device's clock. */
public final class GpuMetrics {
    public long warpInstructions;
    public long laneInstructions;
    public long blocksPlaced;
    public long blocksSwappedOut;
    public long smActiveCycles;
    public long warpResidentCycles;
    long warpLaunchCycles;
    public int residentGridsMax;

    GpuMetrics() {}

    /** Instructions issued, one a warp. */
    public long warpInstructions() {
        return warpInstructions;
    }

    /** Instructions issued, one an active lane. */
    public long laneInstructions() {
        return laneInstructions;
    }

    /** Blocks that got an SM. */
    public long blocksPlaced() {
        return blocksPlaced;
    }

    /** Blocks that gave up their SM in a device synchronisation. */
    public long blocksSwappedOut() {
        return blocksSwappedOut;
    }

    /** Cycles for which SMs held a block, added over the SMs. */
    public long smActiveCycles() {
        return smActiveCycles;
    }

    /** Cycles for which warps were on an SM, added over the warps. */
    public long warpResidentCycles() {
        return warpResidentCycles;
    }

    /** Cycles that warps spent in launch calls, added over the warps. */
    public long warpLaunchCycles() {
        return warpLaunchCycles;
    }

    /** Most grids on the device at once. */
    public int residentGridsMax() {
        return residentGridsMax;
    }
}
