package io.cdpsim.runtime.cost;

import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.LaunchBatchSpec;
import org.jspecify.annotations.Nullable;

/**
 * Grids that wait behind one another in one stream. {@link DispatchBatches} dispatches them in batches. Once a batch has run, each pass over the completed
 * grids notifies the parent of one of its grids.
 */
final class StreamChain implements DispatchBatches.Waiting {
    /**
     * Grids that ran as one dispatch batch.
     *
     * @param unreported its grids that are in no completion batch yet, in order
     * @param last its last grid
     * @param grids its size
     */
    record Batch(StreamChain chain, IntRing unreported, int last, int grids) {
        /** Removes the grid to report next. */
        int next() {
            return unreported.remove();
        }

        boolean isEmpty() {
            return unreported.isEmpty();
        }
    }

    private static final long NEVER = -1;

    private final LaunchBatchSpec costs;
    private final ChainBatches batches;
    /** The completed grids of the running batch. */
    private IntRing completed = new IntRing();
    /** The first grid of the batch to dispatch next; 0 if there is none. */
    private int firstGrid;

    private int grids;
    /** The cycle since which the next batch has waited for the retirement of others. */
    private long stalledSince = NEVER;

    StreamChain(LaunchBatchSpec costs) {
        this.costs = costs;
        batches = new ChainBatches(costs, true);
    }

    ChainBatches batches() {
        return batches;
    }

    /**
     * Completes a grid.
     *
     * @param launching whether it has launched grids itself
     * @return its batch if that has run, otherwise null
     */
    @Nullable
    Batch complete(int entry, Launching launching) {
        completed.add(entry);
        if (!batches.complete(launching)) {
            return null;
        }
        Batch batch = new Batch(this, completed, entry, completed.size());
        completed = new IntRing();
        return batch;
    }

    /** Retires a batch. @return whether a stalled batch can now be dispatched */
    boolean retireBatch(Batch batch) {
        batches.retireBatch(batch.grids());
        return stalledSince != NEVER && batches.canDispatch();
    }

    /** Starts a grid whose predecessor has completed. @return whether it starts at once, because its batch is dispatched already */
    boolean startNext(int entry) {
        grids = batches.startNext();
        firstGrid = grids == 0 ? 0 : entry;
        return firstGrid == 0;
    }

    /** Stalls the next batch until others are retired. The device prepares it meanwhile. */
    void stall(long now) {
        stalledSince = now;
    }

    @Override
    public int firstGrid() {
        return firstGrid;
    }

    @Override
    public int grids() {
        return grids;
    }

    @Override
    public int dispatchedBatches() {
        return batches.dispatchedBatches();
    }

    @Override
    public HandOver handOver() {
        return batches.handOver();
    }

    /** The first batch, of a single grid, the second, which the device prepared while the first ran, and a batch beside a grid that can launch need no time. */
    @Override
    public long cyclesBefore(long now) {
        long preparation = batches.dispatchedBatches() <= 2 || handOver() != HandOver.IN_BATCHES
                ? 0
                : costs.dispatch().cycles(grids);
        return stalledSince == NEVER ? preparation : Math.max(0, preparation - (now - stalledSince));
    }

    @Override
    public long cyclesAfter() {
        int next = batches.dispatchedBatches() == 1 ? batches.nextBatchGrids() : 0;
        return next == 0 ? 0 : costs.dispatch().cycles(next);
    }

    @Override
    public void dispatched() {
        firstGrid = 0;
        stalledSince = NEVER;
    }
}
