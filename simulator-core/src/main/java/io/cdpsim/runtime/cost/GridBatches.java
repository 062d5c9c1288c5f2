package io.cdpsim.runtime.cost;

import io.cdpsim.profile.ChainSpec;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** How the grids of one chain are handed over to the hardware: in batches, each while those before it run or are retired. */
final class GridBatches {
    /**
     * When the next grid of a chain starts.
     *
     * @param entry the grid
     * @param startCycle the cycle, at the earliest
     */
    record Next(int entry, long startCycle) {}

    private final ChainSpec costs;
    private final boolean secondAlone;
    private int waiting;
    private boolean firstEnded;
    private int handedOver;
    private int leftOfBatch;
    private int batchGrids = 1;
    private long batchStartedAt;

    /** Batches that have run and of which not all grids are retired. */
    private int unretired;

    /** The first grid of the batch that is to be handed over next, and the earliest cycle at which it can start. */
    private int next;

    private long woken;

    /** The earliest cycle at which the hand-over begins; -1: none is to be made. */
    private long handOverFrom = -1;

    /**
     * The batches of a chain whose first grid starts, or has been posted, at a cycle.
     *
     * @param secondAlone whether the second grid goes alone, as only the end of the first shows that there is an order to keep
     */
    GridBatches(ChainSpec costs, boolean secondAlone, long startCycle) {
        this.costs = costs;
        this.secondAlone = secondAlone;
        batchStartedAt = startCycle;
    }

    /** One more grid waits in the chain. */
    void add() {
        waiting++;
    }

    /** When the first grid starts, where that was not known before. */
    void firstStarts(long cycle) {
        batchStartedAt = cycle;
    }

    /**
     * Something that is no grid has its turn: what comes behind it is handed over anew. Where the chain began with it, it was never among those
     * that wait.
     */
    void passes() {
        if (firstEnded) {
            waiting--;
            leftOfBatch = 0;
        }
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
        return true;
    }

    /**
     * The grid before the first that waits has ended, which starts next.
     *
     * @param entry the grid whose turn it is
     * @param now when it has ended
     * @param wakeCycles from its end to the start of the next, where the next is not in its batch
     * @param walk the way through the pool to a number of launches, cycles
     * @return when the next one starts, or null if that depends on when an older batch is retired
     */
    @Nullable
    Next next(int entry, long now, long wakeCycles, IntToLongFunction walk) {
        waiting--;
        if (leftOfBatch > 0) {
            leftOfBatch--;
            return new Next(entry, now + costs.nextCycles());
        }
        int grids = secondAlone && handedOver == 0 ? 1 : Math.min(costs.batchGrids(), waiting + 1);
        handedOver++;
        next = entry;
        woken = now + wakeCycles + walk.applyAsLong(1);
        // Beside a single grid there is room to hand over the next batch; a batch must have run, and the next be found.
        handOverFrom = batchGrids == 1 ? batchStartedAt : now + wakeCycles + walk.applyAsLong(grids);
        batchGrids = grids;
        leftOfBatch = grids - 1;
        return unretired < costs.batchesUnderWay() ? handOver(0) : null;
    }

    /** All grids of the oldest batch are retired. @return when the grid starts that waited for that, or null if none did */
    @Nullable
    Next batchRetired(long now) {
        unretired--;
        return handOverFrom >= 0 ? handOver(now) : null;
    }

    private Next handOver(long from) {
        batchStartedAt = Math.max(woken, Math.max(from, handOverFrom) + costs.batchCycles(batchGrids));
        handOverFrom = -1;
        return new Next(next, batchStartedAt);
    }
}
