package io.cdpsim.runtime.cost;

import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.ChainSpec;

/** The tail launches of one grid. Their completions are paid for behind their batch, one after the other. */
final class TailChain {
    /** Told when a tail launch is retired. */
    interface Retirement {
        void at(long cycle, int entry);
    }

    private final ChainSpec costs;
    private final GridBatches batches;
    private final IntRing ended = new IntRing();
    private long retiredAt;

    /** For tail launches of which the first is posted at a cycle. */
    TailChain(ChainSpec costs, long startCycle) {
        this.costs = costs;
        batches = new GridBatches(costs, false, startCycle);
    }

    GridBatches batches() {
        return batches;
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
}
