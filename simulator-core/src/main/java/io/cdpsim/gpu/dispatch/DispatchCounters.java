package io.cdpsim.gpu.dispatch;

/** What the block scheduler of a device has done so far. */
public final class DispatchCounters {
    long blocksPlaced;
    long blocksSwappedOut;
    long warpResidentCycles;
    int residentGridsMax;

    /** Blocks that got an SM. */
    public long blocksPlaced() {
        return blocksPlaced;
    }

    /** Blocks that gave up their SM in a device synchronisation. */
    public long blocksSwappedOut() {
        return blocksSwappedOut;
    }

    /** Cycles for which warps were on an SM, added over the warps. */
    public long warpResidentCycles() {
        return warpResidentCycles;
    }

    /** Most grids on the device at once. */
    public int residentGridsMax() {
        return residentGridsMax;
    }
}
