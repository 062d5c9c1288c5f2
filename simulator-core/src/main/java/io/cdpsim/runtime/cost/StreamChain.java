package io.cdpsim.runtime.cost;

import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.LaunchBatchSpec;
import org.jspecify.annotations.Nullable;

/**
 * Grids queued in one stream behind one another. They are dispatched in batches, in rounds ({@link DispatchBatches}). Once a batch has run, the parent is
 * told of its grids one after the other, one in a pass, beside those of another batch that has run.
 */
final class StreamChain implements DispatchBatches.Waiting {
    /**
     * Grids that ran together.
     *
     * @param untold those that are in no round yet, in their order
     * @param last the last of all
     */
    record Batch(StreamChain chain, IntRing untold, int last) {
        /** The grid to be notified of next, which is taken out. */
        int next() {
            return untold.remove();
        }

        boolean isEmpty() {
            return untold.isEmpty();
        }
    }

    private static final long NEVER = -1;

    private final LaunchBatchSpec costs;
    private final ChainBatches batches;

    /** Of the batch that runs, those that have ended. */
    private IntRing ended = new IntRing();

    /** The first grid of the batch that is to be dispatched next, and how many it holds; 0: none is. */
    private int due;

    private int dueGrids;

    /** Since when the batch that is due has waited for the retirement of others. */
    private long heldUpSince = NEVER;

    StreamChain(LaunchBatchSpec costs) {
        this.costs = costs;
        batches = new ChainBatches(costs, true);
    }

    ChainBatches batches() {
        return batches;
    }

    /** A grid of the chain has ended. @return its batch, if that has run with it */
    @Nullable
    Batch ended(int entry) {
        ended.add(entry);
        if (!batches.ended()) {
            return null;
        }
        Batch run = new Batch(this, ended, entry);
        ended = new IntRing();
        return run;
    }

    /** All grids of a batch are retired. @return whether a batch is to be dispatched that waited for that */
    boolean batchRetired() {
        batches.batchRetired();
        return heldUpSince != NEVER && batches.hasRoom();
    }

    /** The grid before one of this chain has ended. @return whether it starts at once, as its batch was dispatched already */
    boolean turn(int entry) {
        dueGrids = batches.next();
        due = dueGrids == 0 ? 0 : entry;
        return due == 0;
    }

    /** The batch that is due waits for the retirement of others. It is prepared meanwhile. */
    void holdUp(long now) {
        heldUpSince = now;
    }

    @Override
    public int due() {
        return due;
    }

    @Override
    public int dueGrids() {
        return dueGrids;
    }

    @Override
    public int handedOver() {
        return batches.handedOver();
    }

    /** The first batch, of a single grid, and the second, which was prepared while that one ran, need no time. */
    @Override
    public long cyclesBefore(long now) {
        long preparation = batches.handedOver() <= 2 ? 0 : costs.batchCycles(dueGrids);
        return heldUpSince == NEVER ? preparation : Math.max(0, preparation - (now - heldUpSince));
    }

    @Override
    public long cyclesAfter() {
        int grids = batches.handedOver() == 1 ? batches.gridsOfTheNext() : 0;
        return grids == 0 ? 0 : costs.batchCycles(grids);
    }

    @Override
    public void isHandedOver() {
        due = 0;
        heldUpSince = NEVER;
    }
}
