package io.cdpsim.profile;

/**
 * Grids queued one behind the other: the later launches of a stream, and the tail launches of a grid. They are handed to the hardware in
 * batches, while the batches before them run; within a batch one follows the other at once. What the completion of each costs is paid
 * behind the batch, one grid after the other, and holds up only what waits for all of them.
 *
 * @param batchGrids most grids in a batch; 0 if the device hands them over one by one
 * @param batchesUnderWay batches that may be under way at a time, at least 1: a further one is handed over once the completions of the oldest are
 *     paid for, and a tail launch is held up that finds all of them full
 * @param batchCycles handing over a batch: its fixed part, cycles
 * @param batchPerGridCycles added to that for each grid, cycles
 * @param nextCycles from the end of a grid to the start of the next in its batch, cycles
 * @param streamCompletionCycles completion of a grid of a stream, cycles
 * @param tailCompletionCycles completion of a tail launch, cycles
 * @param completionScanCyclesPerSlot added to both, for each slot of the pool
 * @param perChainCycles added to both for each chain under way of the same parent, whose completions take turns, cycles
 * @param perChainMissCycles added to perChainCycles as far as the slots of the pool do not fit into the L2, cycles
 * @param perChainScanCyclesPerSlot added to perChainCycles, for each slot of the pool
 * @param switchCycles added to both where the completion before was one of another chain, which of n chains is so n - 1 times out of n,
 *     cycles
 * @param otherParentsWeight how much a chain of another parent counts, where one of the same parent counts 1
 */
public record ChainSpec(
        int batchGrids,
        int batchesUnderWay,
        int batchCycles,
        int batchPerGridCycles,
        int nextCycles,
        int streamCompletionCycles,
        int tailCompletionCycles,
        double completionScanCyclesPerSlot,
        int perChainCycles,
        int perChainMissCycles,
        double perChainScanCyclesPerSlot,
        int switchCycles,
        double otherParentsWeight) {
    /** For a device that hands grids over one by one and completes them at no cost. */
    public static final ChainSpec NONE = new ChainSpec(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Whether grids are handed over in batches. */
    public boolean batches() {
        return batchGrids > 0;
    }

    /**
     * Cycles that handing over a batch takes.
     *
     * @param grids grids in the batch, at least 1
     */
    public long batchCycles(int grids) {
        return batchCycles + (long) batchPerGridCycles * grids;
    }

    /**
     * Cycles that the completion of a grid takes.
     *
     * @param tail whether it is a tail launch
     * @param siblings chains of the same parent under way, at least 1
     * @param chains all chains under way
     * @param turn how long a turn among the chains takes, where others take 1
     * @param slots size of the pool
     * @param missing share of the pool that does not fit into the L2, 0 to 1
     */
    public long completionCycles(boolean tail, int siblings, int chains, double turn, long slots, double missing) {
        double perChain = perChainCycles + perChainMissCycles * missing + perChainScanCyclesPerSlot * slots;
        double turns = turn * perChain * (siblings + otherParentsWeight * (chains - siblings));
        double switches = switchCycles * (chains - 1.0) / chains;
        return (tail ? tailCompletionCycles : streamCompletionCycles)
                + Math.round(completionScanCyclesPerSlot * slots + turns + switches);
    }
}
