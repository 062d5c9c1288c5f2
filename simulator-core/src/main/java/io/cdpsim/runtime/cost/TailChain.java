package io.cdpsim.runtime.cost;

import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.LaunchBatchSpec;
import org.jspecify.annotations.Nullable;

/** The tail launches of one grid. The completions of a batch take their time one after the other, after the batch has run. */
final class TailChain {
    /** Is notified of each retired tail launch. */
    interface Retirement {
        void at(long cycle, int entry);
    }

    /** Finds the tail launches of a batch. */
    interface Scan {
        /**
         * Cycles of the scan.
         *
         * @param grids tail launches to find
         * @param goesOn whether the scan that found the first tail launch of the grid goes on
         * @param handOver how the device comes to the first of them
         */
        long cycles(int grids, boolean goesOn, HandOver handOver);
    }

    private static final long NONE = -1;

    private final LaunchBatchSpec costs;
    private final ChainBatches batches;
    private final IntRing completed = new IntRing();
    /** The sizes of the batches that have run but are not fully retired, which they are in order. */
    private final IntRing unretired = new IntRing();

    private long lastRetirement;
    private int batchGrids = 1;
    private long batchStart;
    /** The first grid of the next batch, and the earliest cycle at which it can start. */
    private int next;

    private long nextReady;
    /** The earliest cycle at which the dispatch of the next batch starts, or {@link #NONE}. */
    private long dispatchReady = NONE;

    private long scanCycles;

    /**
     * A chain with one tail launch.
     *
     * @param postedCycle the cycle at which it was posted
     */
    TailChain(LaunchBatchSpec costs, long postedCycle) {
        this.costs = costs;
        batches = new ChainBatches(costs, false);
        batchStart = postedCycle;
    }

    /**
     * Adds a tail launch behind the first.
     *
     * @param canLaunch whether its kernel can launch
     */
    void add(boolean canLaunch) {
        batches.add(canLaunch);
    }

    /** The number of waiting tail launches. */
    int waiting() {
        return batches.waiting();
    }

    /** Sets the cycle at which the first tail launch starts. */
    void setFirstStart(long cycle) {
        batchStart = cycle;
    }

    /**
     * Completes a tail launch. Once its batch has run, the device passes over the batch while it prepares the next one; behind the last batch it
     * does nothing else meanwhile.
     *
     * @param launching whether it has launched grids itself
     * @return whether it is the last of its batch, which has then run
     */
    boolean complete(int entry, Launching launching, long now, Retirement retirement) {
        completed.add(entry);
        if (!batches.complete(launching)) {
            return false;
        }
        unretired.add(completed.size());
        long pass = batches.waiting() == 0 ? costs.dispatch().cycles(completed.size()) : 0;
        lastRetirement = Math.max(now + pass, lastRetirement);
        while (!completed.isEmpty()) {
            lastRetirement += costs.tailCompletionCycles();
            retirement.at(lastRetirement, completed.remove());
        }
        return true;
    }

    /**
     * Starts the first waiting tail launch, whose predecessor has completed.
     *
     * @param now the cycle at which the predecessor completed
     * @param wakeCycles from then to the start if the launch is not in the current batch
     * @param scan finds the launches of a batch
     * @return its start, or null if it depends on the retirement of an older batch
     */
    ChainBatches.@Nullable GridStart startNext(int entry, long now, int wakeCycles, Scan scan) {
        int grids = batches.startNext();
        if (grids == 0) {
            return ChainBatches.GridStart.single(entry, now + costs.successorCycles());
        }
        next = entry;
        boolean behindSingle = batchGrids == 1;
        scanCycles = scan.cycles(grids, behindSingle, batches.handOver());
        nextReady = now + wakeCycles + scanCycles;
        // A single grid leaves the device free to dispatch the next batch meanwhile. A larger batch must run first, and
        // a scan must find the next.
        dispatchReady = behindSingle ? batchStart : nextReady;
        batchGrids = grids;
        return batches.canDispatch() ? dispatch(0) : null;
    }

    /** Retires a batch. @return the start of the tail launch that waited for it, which a scan then finds, or null if none did */
    ChainBatches.@Nullable GridStart retireBatch(long now) {
        batches.retireBatch(unretired.remove());
        return dispatchReady != NONE && batches.canDispatch() ? dispatch(now + scanCycles) : null;
    }

    private ChainBatches.GridStart dispatch(long earliest) {
        batchStart = Math.max(
                nextReady, Math.max(earliest, dispatchReady + costs.dispatch().cycles(batchGrids)));
        dispatchReady = NONE;
        return ChainBatches.GridStart.single(next, batchStart);
    }
}
