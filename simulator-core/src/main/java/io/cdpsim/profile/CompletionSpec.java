package io.cdpsim.profile;

/**
 * The cost of notifying parents of completed child grids, which the device does in batches. The first batch after a pause holds one grid. Each
 * further one holds the grids that completed meanwhile, up to a multiple of the batch before. Of each dispatched batch of a stream ({@link
 * LaunchBatchSpec}), one pass over the completed grids reports only one.
 *
 * @param batchCycles time of a batch, cycles; 0 if the device notifies parents at once
 * @param batchGrowth maximum size of a batch, as a multiple of the one before, at least 1
 * @param perGridCycles time for each grid of a batch, cycles
 * @param perGridMissCycles time for each grid of a batch whose slot is not in the L2, in addition, cycles
 * @param nestedWarpsDelay fraction by which a batch takes longer if its grids were launched by multi-warp blocks of nested grids
 * @param slowState the slow state of the device with many nested parents
 * @param maxFoundTogether grids at most that one pool scan finds complete, in the order of their slots
 * @param shallowLevels nesting depth up to which the completion of a grid with children costs nothing extra
 * @param deepCycles extra time of such a completion at greater depth, cycles
 */
public record CompletionSpec(
        int batchCycles,
        int batchGrowth,
        int perGridCycles,
        int perGridMissCycles,
        double nestedWarpsDelay,
        SlowState slowState,
        int maxFoundTogether,
        int shallowLevels,
        int deepCycles) {
    /** A device that notifies parents at once. */
    public static final CompletionSpec NONE = new CompletionSpec(0, 1, 0, 0, 0, SlowState.NONE, 0, 0, 0);

    /** Whether the device notifies parents in batches. */
    public boolean isBatched() {
        return batchCycles > 0;
    }

    /**
     * Extra cycles of the completion of a grid with children.
     *
     * @param depth nesting depth, 0 for a grid of the host
     */
    public int depthCycles(int depth) {
        return depth > shallowLevels ? deepCycles : 0;
    }

    /**
     * Cycles of a batch.
     *
     * @param grids grids in the batch, at least 1
     * @param uncached fraction of the pool that does not fit into the L2, 0 to 1
     */
    public long batchCycles(int grids, double uncached) {
        return batchCycles + Math.round((perGridCycles + perGridMissCycles * uncached) * grids);
    }

    /**
     * Completions in a device where many nested grids each wait for at least as many children as a warp has lanes. The device is then in a fast or
     * a slow state, which differs from run to run.
     *
     * @param minParents waiting grids from which on the slow state shows
     * @param delay fraction by which a batch of fire-and-forget launches takes longer in the slow state
     * @param probability probability of the slow state for them
     * @param streamDelay fraction by which a batch of launches into streams takes longer in the slow state
     * @param streamProbability probability of the slow state for them
     */
    public record SlowState(
            int minParents, double delay, Probability probability, double streamDelay, Probability streamProbability) {
        /** A device without a slow state. */
        public static final SlowState NONE = new SlowState(0, 0, Probability.ZERO, 0, Probability.ZERO);
    }
}
