package io.cdpsim.runtime.cost;

import io.cdpsim.profile.LaunchBatchSpec;

/** The dispatch batches of one chain of queued grids: the device dispatches each while earlier ones run or retire. */
final class ChainBatches {
    /**
     * The start of a grid.
     *
     * @param entry the grid
     * @param startCycle the earliest cycle
     * @param dispatched grids that the device dispatches with it, itself included; 0 if an earlier dispatch included it
     */
    record GridStart(int entry, long startCycle, int dispatched) {
        /** The start of a grid that the device dispatches alone. */
        static GridStart single(int entry, long startCycle) {
            return new GridStart(entry, startCycle, 1);
        }
    }

    private final LaunchBatchSpec costs;
    private final boolean secondGridAlone;
    private int waiting;
    private boolean firstCompleted;
    private int dispatchedBatches;
    private int remainingInBatch;
    /** Grids of the running batch that have completed. */
    private int completedInBatch;
    /** The grids of the batches that have run but are not fully retired. */
    private int unretiredGrids;
    /** Whether the maximum number of grids has run, and not all of them have been retired since. */
    private boolean full;

    /**
     * The batches of a chain.
     *
     * @param secondGridAlone whether the second grid is a batch of its own, because only the end of the first one reveals the chain
     */
    ChainBatches(LaunchBatchSpec costs, boolean secondGridAlone) {
        this.costs = costs;
        this.secondGridAlone = secondGridAlone;
    }

    /** Adds a waiting grid. */
    void add() {
        waiting++;
    }

    /**
     * Skips an entry that is not a grid; the grids behind it need a new dispatch. Such an entry at the head of the chain was never counted as waiting.
     */
    void skip() {
        if (firstCompleted) {
            waiting--;
            remainingInBatch = 0;
        }
    }

    /** The number of waiting grids. */
    int waiting() {
        return waiting;
    }

    /** Completes a grid. Must be called before {@link #startNext}. @return whether its whole batch has run */
    boolean complete() {
        firstCompleted = true;
        completedInBatch++;
        if (remainingInBatch > 0 && waiting > 0) {
            return false;
        }
        unretiredGrids += completedInBatch;
        completedInBatch = 0;
        full |= unretiredGrids >= costs.maxInFlight() * costs.maxGrids();
        return true;
    }

    /** Takes the first waiting grid. @return the size of the batch that starts with it; 0 if it is in the current batch */
    int startNext() {
        waiting--;
        if (remainingInBatch > 0) {
            remainingInBatch--;
            return 0;
        }
        int grids = secondGridAlone && dispatchedBatches == 0 ? 1 : Math.min(costs.maxGrids(), waiting + 1);
        dispatchedBatches++;
        remainingInBatch = grids - 1;
        return grids;
    }

    /** The number of dispatched batches, including one that is about to be dispatched. */
    int dispatchedBatches() {
        return dispatchedBatches;
    }

    /** The size of the batch after the one that was dispatched last; 0 if no grid waits for it. */
    int nextBatchGrids() {
        return Math.min(costs.maxGrids(), waiting - remainingInBatch);
    }

    /** Whether a further batch may be dispatched. After the maximum number of grids has run, none may until all of them are retired. */
    boolean canDispatch() {
        return !full;
    }

    /**
     * Retires a batch: all its grids are retired.
     *
     * @param grids its size. Batches need not retire in their order, since a pass reports one grid of each
     */
    void retireBatch(int grids) {
        unretiredGrids -= grids;
        full &= unretiredGrids > 0;
    }
}
