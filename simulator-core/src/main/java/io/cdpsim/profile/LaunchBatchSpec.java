package io.cdpsim.profile;

/**
 * Grids queued one behind the other: the later launches of a stream, and the tail launches of a grid. They are handed to the hardware in
 * batches, while the batches before them run; within a batch one follows the other at once. Parents are notified of those of a stream once their
 * batch has run, of one of each batch in a pass over what has completed ({@link CompletionSpec}). What the completion of a tail launch costs is paid
 * behind the batch, one after the other, and holds up only what waits for all of them.
 *
 * @param batchGrids most grids in a batch; 0 if the device hands them over one by one
 * @param batchesUnderWay batches that may be in flight at a time, at least 1: once so many have run, a further one is dispatched when all their grids are
 *     retired; and a tail launch is held up that finds all of them full
 * @param batchCycles dispatching a batch: its fixed part, cycles
 * @param batchPerGridCycles added to that for each grid, cycles
 * @param streamsAtHand streams of one grid of which the device finds the first launch by itself; into further ones it is dispatched in rounds. 0: all
 * @param nextCycles from the end of a grid to the start of the next in its batch, cycles
 * @param foundByDensity how many chains are found together with the first that waits for its next batch: so many times the root of the share of
 *     the pool's slots at which chains wait
 * @param tailCompletionCycles completion of a tail launch, cycles
 * @param tailCompletionScanCyclesPerSlot added to that for each slot of the pool
 */
public record LaunchBatchSpec(
        int batchGrids,
        int batchesUnderWay,
        int batchCycles,
        int batchPerGridCycles,
        int streamsAtHand,
        int nextCycles,
        int foundByDensity,
        int tailCompletionCycles,
        double tailCompletionScanCyclesPerSlot) {
    /** For a device that hands grids over one by one and completes them at no cost. */
    public static final LaunchBatchSpec NONE = new LaunchBatchSpec(0, 1, 0, 0, 0, 0, 0, 0, 0);

    /** Whether grids are dispatched in batches. */
    public boolean batches() {
        return batchGrids > 0;
    }

    /**
     * Cycles that dispatching a batch takes.
     *
     * @param grids grids in the batch, at least 1
     */
    public long batchCycles(int grids) {
        return batchCycles + (long) batchPerGridCycles * grids;
    }

    /**
     * Chains that are dispatched in one round.
     *
     * @param waiting chains that wait for their next batch, 0 or more
     * @param slots size of the pool
     */
    public int chainsFound(int waiting, long slots) {
        return (int) Math.min(waiting, 1 + Math.round(foundByDensity * Math.sqrt((double) waiting / slots)));
    }

    /**
     * Cycles that the completion of a tail launch takes.
     *
     * @param slots size of the pool
     */
    public long tailCompletionCycles(long slots) {
        return tailCompletionCycles + Math.round(tailCompletionScanCyclesPerSlot * slots);
    }
}
