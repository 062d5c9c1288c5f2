package io.cdpsim.gpu;

/**
 * Counters of a device. Cycles are those of the device's clock.
 *
 * @param warpInstructions instructions issued, counted per warp
 * @param laneInstructions instructions issued, counted per active lane
 * @param blocksPlaced blocks placed on an SM
 * @param blocksSwappedOut blocks that gave up their SM in a device synchronisation
 * @param smActiveCycles cycles for which SMs held a block, added over the SMs
 * @param warpResidentCycles cycles for which warps were on an SM, added over the warps
 * @param warpLaunchCycles cycles that warps spent in launch calls, added over the warps
 * @param residentGridsMax most grids on the device at once
 */
public record GpuMetrics(
        long warpInstructions,
        long laneInstructions,
        long blocksPlaced,
        long blocksSwappedOut,
        long smActiveCycles,
        long warpResidentCycles,
        long warpLaunchCycles,
        int residentGridsMax) {
    /** A device that has done nothing. */
    public static final GpuMetrics NONE = new GpuMetrics(0, 0, 0, 0, 0, 0, 0, 0);

    /** These and what the same device has done since. */
    public GpuMetrics and(GpuMetrics later) {
        return new GpuMetrics(
                warpInstructions + later.warpInstructions,
                laneInstructions + later.laneInstructions,
                blocksPlaced + later.blocksPlaced,
                blocksSwappedOut + later.blocksSwappedOut,
                smActiveCycles + later.smActiveCycles,
                warpResidentCycles + later.warpResidentCycles,
                warpLaunchCycles + later.warpLaunchCycles,
                Math.max(residentGridsMax, later.residentGridsMax));
    }
}
