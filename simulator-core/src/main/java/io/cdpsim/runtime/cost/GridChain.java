package io.cdpsim.runtime.cost;

import io.cdpsim.profile.ChainSpec;
import io.cdpsim.runtime.pool.PendingLaunchPool;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * When the grids of one chain start and complete: those queued in a stream behind one another, or the tail launches of a grid. They are
 * handed over in batches; completions are paid for behind their batch.
 */
public final class GridChain {
    /** Told when a grid's completion has been paid for. */
    public interface Retirement {
        void at(long cycle, int entry);
    }

    private final ChainSpec costs;
    private final boolean ofTails;
    private final double completionShare;
    private int waiting;
    private boolean firstEnded;
    private int batches;
    private int leftOfBatch;
    private int batchGrids = 1;
    private long batchStartedAt;

    /** When the last grids of the batches before were retired, one for each batch that may be under way, the oldest first. */
    private final long[] retiredAt;

    private int[] ended = new int[4];
    private int endedCount;

    /**
     * A chain whose first grid starts, or has been posted, at a cycle.
     *
     * @param ofTails whether its grids are tail launches
     * @param completionShare by which part their completions take longer
     */
    public GridChain(ChainSpec costs, boolean ofTails, double completionShare, long startCycle) {
        this.completionShare = completionShare;
        this.costs = costs;
        this.ofTails = ofTails;
        batchStartedAt = startCycle;
        retiredAt = new long[costs.batchesUnderWay()];
    }

    /** One more grid waits in the chain. */
    public void add() {
        waiting++;
    }

    /** When the first grid starts, where that was not known before. */
    public void firstStarts(long cycle) {
        batchStartedAt = cycle;
    }

    /**
     * Something that is no grid has its turn: what comes behind it is handed over anew. Where the chain began with it, it was never among those
     * that wait.
     */
    public void passes() {
        if (firstEnded) {
            waiting--;
            leftOfBatch = 0;
        }
    }

    /** Grids that wait. */
    public int waiting() {
        return waiting;
    }

    /** Whether grids wait. */
    public boolean isWaiting() {
        return waiting > 0;
    }

    /**
     * The grid before the first that waits has ended, which starts next.
     *
     * @param now when it has ended
     * @param wakeCycles from its end to the start of the next, where the next is not in its batch
     * @param walk the way through the pool to a number of launches, cycles
     * @return when the next one starts
     */
    public long next(long now, long wakeCycles, IntToLongFunction walk) {
        waiting--;
        if (leftOfBatch > 0) {
            leftOfBatch--;
            return now + costs.nextCycles();
        }
        // The second grid of a stream goes alone, as only the end of the first shows that there is an order to keep.
        int grids = !ofTails && batches == 0 ? 1 : Math.min(costs.batchGrids(), waiting + 1);
        batches++;
        long woken = now + wakeCycles + walk.applyAsLong(1);
        // Beside a single grid there is room to hand over the next batch; a batch must have run, and the next be found.
        long from = batchGrids == 1 ? batchStartedAt : now + wakeCycles + walk.applyAsLong(grids);
        batchStartedAt = Math.max(woken, Math.max(from, retiredAt[0]) + costs.batchCycles(grids));
        batchGrids = grids;
        leftOfBatch = grids - 1;
        return batchStartedAt;
    }

    /**
     * A grid of the chain has ended; to be called before {@link #next}.
     *
     * @param siblings chains of the same parent under way, this one included
     * @param chains all chains under way on the device
     */
    public void ended(int entry, long now, PendingLaunchPool pool, int siblings, int chains, Retirement retirement) {
        firstEnded = true;
        if (endedCount == ended.length) {
            ended = Arrays.copyOf(ended, 2 * endedCount);
        }
        ended[endedCount++] = entry;
        if (leftOfBatch > 0 && waiting > 0) {
            return;
        }
        double turn = 1 + completionShare;
        long cost = costs.completionCycles(ofTails, siblings, chains, turn, pool.fixedSlots(), pool.missing());
        long at = Math.max(now, retiredAt());
        for (int i = 0; i < endedCount; i++) {
            at += cost;
            retirement.at(at, ended[i]);
        }
        System.arraycopy(retiredAt, 1, retiredAt, 0, retiredAt.length - 1);
        retiredAt[retiredAt.length - 1] = at;
        endedCount = 0;
    }

    /** When the last grid that has ended so far is retired. */
    public long retiredAt() {
        return retiredAt[retiredAt.length - 1];
    }
}
