package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.runtime.pool.PendingLaunchPool;
import java.util.function.IntToDoubleFunction;

/** The part of a device that tells parents of completed children, in rounds: see {@link CompletionSpec}. */
public final class CompletionRounds {
    /** Learns of a grid whose parent is to be told, and of how many are told in the same round. */
    public interface Retirement {
        void retired(int entry, int together);
    }

    private final Engine engine;
    private final CompletionSpec costs;
    private final PendingLaunchPool pool;
    private final IntToDoubleFunction share;
    private final Retirement retirement;
    private final IntRing waiting = new IntRing();
    private final int roundEvent;
    private int round;

    /**
     * A part that is idle.
     *
     * @param share by which part the completion of a grid takes longer than others
     * @param retirement learns of each grid whose parent is to be told
     */
    public CompletionRounds(
            Engine engine,
            CompletionSpec costs,
            PendingLaunchPool pool,
            IntToDoubleFunction share,
            Retirement retirement) {
        this.share = share;
        this.engine = engine;
        this.costs = costs;
        this.pool = pool;
        this.retirement = retirement;
        roundEvent = engine.register(this::roundEnds);
    }

    /** A grid is complete. */
    public void add(int entry, long now) {
        waiting.add(entry);
        if (round == 0) {
            begin(1, now);
        }
    }

    private void begin(int grids, long now) {
        round = grids;
        double counted = grids;
        for (int i = 0; i < grids; i++) {
            counted += share.applyAsDouble(waiting.get(i));
        }
        engine.schedule(now + costs.roundCycles(counted, pool.missing()), roundEvent, 0);
    }

    private void roundEnds(long now, long unused) {
        int handled = round;
        for (int i = 0; i < handled; i++) {
            retirement.retired(waiting.remove(), handled);
        }
        int next = Math.min(costs.roundGrowth() * handled, waiting.size());
        round = 0;
        if (next > 0) {
            begin(next, now);
        }
    }
}
