package io.cdpsim.runtime.cost;

import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.LaunchBatchSpec;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** The tail launches of one grid. Their completions are paid for behind their batch, one after the other. */
final class TailChain {
    /** Told when a tail launch is retired. */
    interface Retirement {
        void at(long cycle, int entry);
    }

    private final LaunchBatchSpec costs;
    private final ChainBatches batches;
    private final IntRing ended = new IntRing();
    private long retiredAt;
    private int batchGrids = 1;
    private long batchStartedAt;

    /** The first grid of the batch that is to be dispatched next, and the earliest cycle at which it can start. */
    private int next;

    private long woken;

    /** The earliest cycle at which the hand-over begins; -1: none is to be made. */
    private long handOverFrom = -1;

    /** For tail launches of which the first is posted at a cycle. */
    TailChain(LaunchBatchSpec costs, long startCycle) {
        this.costs = costs;
        batches = new ChainBatches(costs, false);
        batchStartedAt = startCycle;
    }

    /** One more waits behind the first. */
    void queued() {
        batches.add();
    }

    /** How many wait. */
    int waiting() {
        return batches.waiting();
    }

    /** When the first one starts. */
    void firstStarts(long cycle) {
        batchStartedAt = cycle;
    }

    /**
     * A tail launch has ended.
     *
     * @param slots size of the pool
     * @return whether its batch has run with it, which it is the last of
     */
    boolean ended(int entry, long now, long slots, Retirement retirement) {
        ended.add(entry);
        if (!batches.ended()) {
            return false;
        }
        retiredAt = Math.max(now, retiredAt);
        while (!ended.isEmpty()) {
            retiredAt += costs.tailCompletionCycles(slots);
            retirement.at(retiredAt, ended.remove());
        }
        return true;
    }

    /**
     * The tail launch before the first that waits has ended, which starts next.
     *
     * @param entry the one whose turn it is
     * @param now when the one before has ended
     * @param wakeCycles from its end to the start of the next, where the next is not in its batch
     * @param walk the pool scan to a number of launches, cycles
     * @return when the next one starts, or null if that depends on when an older batch is retired
     */
    ChainBatches.@Nullable Next next(int entry, long now, long wakeCycles, IntToLongFunction walk) {
        int grids = batches.next();
        if (grids == 0) {
            return ChainBatches.Next.alone(entry, now + costs.nextCycles());
        }
        next = entry;
        woken = now + wakeCycles + walk.applyAsLong(1);
        // Beside a single grid there is room to dispatch the next batch; a batch must have run, and the next be found.
        handOverFrom = batchGrids == 1 ? batchStartedAt : now + wakeCycles + walk.applyAsLong(grids);
        batchGrids = grids;
        return batches.hasRoom() ? handOver(0) : null;
    }

    /** All of a batch are retired. @return when the one starts that waited for that, or null if none did */
    ChainBatches.@Nullable Next batchRetired(long now) {
        batches.batchRetired();
        return handOverFrom >= 0 && batches.hasRoom() ? handOver(now) : null;
    }

    private ChainBatches.Next handOver(long from) {
        batchStartedAt = Math.max(woken, Math.max(from, handOverFrom + costs.batchCycles(batchGrids)));
        handOverFrom = -1;
        return ChainBatches.Next.alone(next, batchStartedAt);
    }
}
