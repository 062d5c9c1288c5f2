package io.cdpsim.runtime.cost;

import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.LaunchBatchSpec;

/**
 * The dispatch batches of one chain of queued grids: the device dispatches each while earlier ones run or retire. A grid whose kernel can launch is a batch of
 * its own, since only its completion shows whether it has ({@code capable-h200.csv} in {@code measurements}).
 */
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
    /** The waiting grids that have come and that have gone, of all times. */
    private int added;

    private int taken;
    /** Which of the added grids, from 1, can launch, as far as they wait. */
    private final IntRing launchers = new IntRing();

    private boolean nextCanLaunch;
    private boolean firstCompleted;
    private Launching last = Launching.CANNOT;
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

    /**
     * Adds a waiting grid.
     *
     * @param canLaunch whether its kernel can launch
     */
    void add(boolean canLaunch) {
        added++;
        if (canLaunch) {
            launchers.add(added);
        }
    }

    /**
     * Skips an entry that is not a grid; the grids behind it need a new dispatch. Such an entry at the head of the chain was never counted as waiting.
     */
    void skip() {
        if (firstCompleted) {
            take();
            remainingInBatch = 0;
        }
    }

    /** The number of waiting grids. */
    int waiting() {
        return added - taken;
    }

    /**
     * Completes a grid. Must be called before {@link #startNext}.
     *
     * @param launching whether it has launched grids itself
     * @return whether its whole batch has run
     */
    boolean complete(Launching launching) {
        firstCompleted = true;
        last = launching;
        completedInBatch++;
        if (remainingInBatch > 0 && waiting() > 0) {
            return false;
        }
        unretiredGrids += completedInBatch;
        completedInBatch = 0;
        full |= unretiredGrids >= costs.maxInFlight() * costs.maxGrids();
        return true;
    }

    /** Takes the first waiting grid. @return the size of the batch that starts with it; 0 if it is in the current batch */
    int startNext() {
        nextCanLaunch = take();
        if (remainingInBatch > 0) {
            remainingInBatch--;
            return 0;
        }
        boolean alone = nextCanLaunch || (secondGridAlone && dispatchedBatches == 0);
        int grids = alone ? 1 : Math.min(costs.maxGrids(), beforeNextLauncher() + 1);
        dispatchedBatches++;
        remainingInBatch = grids - 1;
        return grids;
    }

    /** Takes the first waiting grid. @return whether its kernel can launch */
    private boolean take() {
        taken++;
        boolean canLaunch = !launchers.isEmpty() && launchers.peek() == taken;
        if (canLaunch) {
            launchers.remove();
        }
        return canLaunch;
    }

    /** The waiting grids before the first whose kernel can launch. */
    private int beforeNextLauncher() {
        return launchers.isEmpty() ? waiting() : launchers.peek() - taken - 1;
    }

    /** How the device came from the grid that completed last to the one that started last. */
    HandOver handOver() {
        return switch (last) {
            case CANNOT -> nextCanLaunch ? HandOver.ALONE : HandOver.IN_BATCHES;
            case DID_NOT -> HandOver.BEHIND_CAPABLE;
            case DID -> HandOver.BEHIND_LAUNCHES;
        };
    }

    /** The number of dispatched batches, including one that is about to be dispatched. */
    int dispatchedBatches() {
        return dispatchedBatches;
    }

    /** The size of the batch after the one that was dispatched last, if the device can prepare it: 0 if no grid waits for it, or one that can launch. */
    int nextBatchGrids() {
        return Math.min(costs.maxGrids(), beforeNextLauncher() - remainingInBatch);
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
