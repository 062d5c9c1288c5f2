package io.cdpsim.runtime.cost;

import io.cdpsim.profile.LaunchBatchSpec;

/** Which grids of one chain are dispatched to the hardware together: in batches, each while those before it run or are retired. */
final class ChainBatches {
    /**
     * When the next grid of a chain starts.
     *
     * @param entry the grid
     * @param startCycle the cycle, at the earliest
     * @param takenUp grids that are taken up with it: those of the batch that it begins; 0 if it was taken up with others
     */
    record Next(int entry, long startCycle, int takenUp) {
        /** For a grid that is taken up alone. */
        static Next alone(int entry, long startCycle) {
            return new Next(entry, startCycle, 1);
        }
    }

    private final LaunchBatchSpec costs;
    private final boolean secondAlone;
    private int waiting;
    private boolean firstEnded;
    private int handedOver;
    private int leftOfBatch;

    /** Batches that have run and of which not all grids are retired. */
    private int unretired;

    /** Whether as many batches have run as may be in flight, and not all of them are retired since. */
    private boolean full;

    /**
     * The batches of a chain.
     *
     * @param secondAlone whether the second grid goes alone, as only the end of the first shows that there is an order to keep
     */
    ChainBatches(LaunchBatchSpec costs, boolean secondAlone) {
        this.costs = costs;
        this.secondAlone = secondAlone;
    }

    /** One more grid waits in the chain. */
    void add() {
        waiting++;
    }

    /**
     * Something that is no grid has its turn: what comes behind it is dispatched anew. Where the chain began with it, it was never among those
     * that wait.
     */
    void passes() {
        if (firstEnded) {
            waiting--;
            leftOfBatch = 0;
        }
    }

    /** Whether batches have run of which not all grids are retired. */
    boolean anyUnretired() {
        return unretired > 0;
    }

    /** Grids that wait. */
    int waiting() {
        return waiting;
    }

    /** A grid of the chain has ended; to be called before {@link #next}. @return whether its batch has run with it */
    boolean ended() {
        firstEnded = true;
        if (leftOfBatch > 0 && waiting > 0) {
            return false;
        }
        unretired++;
        full |= unretired == costs.batchesUnderWay();
        return true;
    }

    /** The grid before the first that waits has ended, which starts next. @return grids of the batch that it begins; 0: it is in that before */
    int next() {
        waiting--;
        if (leftOfBatch > 0) {
            leftOfBatch--;
            return 0;
        }
        int grids = secondAlone && handedOver == 0 ? 1 : Math.min(costs.batchGrids(), waiting + 1);
        handedOver++;
        leftOfBatch = grids - 1;
        return grids;
    }

    /** Batches that have been dispatched, or are to be as their first grid is the next to start. */
    int handedOver() {
        return handedOver;
    }

    /** Grids of the batch that comes after the one that was dispatched last; 0: none waits. */
    int gridsOfTheNext() {
        return Math.min(costs.batchGrids(), waiting - leftOfBatch);
    }

    /** Whether one more batch may be in flight. Once as many have run as may be, it is when all of them are retired. */
    boolean hasRoom() {
        return !full;
    }

    /** All grids of a batch that has run are retired. */
    void batchRetired() {
        unretired--;
        full &= unretired > 0;
    }
}
