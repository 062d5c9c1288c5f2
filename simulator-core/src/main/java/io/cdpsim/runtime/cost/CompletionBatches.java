package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;

/**
 * The part of a device that tells parents of completed children, in rounds: see {@link CompletionSpec}. It passes over what has completed: of
 * each batch of grids that were queued behind one another it tells of one in a pass.
 */
public final class CompletionBatches {
    /** Learns of the grids that rounds handle. */
    public interface Retirement {
        /** The round begins that handles a grid. */
        void begins(int entry);

        /** The parent of a grid is to be notified, together with a number of others in the same round. */
        void retired(int entry, int together);
    }

    private final Engine engine;
    private final CompletionSpec costs;
    private final PendingLaunchPool pool;
    private final IntUnaryOperator foundTogether;
    private final IntToDoubleFunction share;
    private final Retirement retirement;
    private final int roundEvent;
    private IntRing waiting = new IntRing();
    private IntRing nextPass = new IntRing();
    private final IntRing inRound = new IntRing();
    private boolean busy;

    /**
     * A part that is idle.
     *
     * @param foundTogether of a number of chains that wait, 0 or more, how many are found together: with so many a further pass begins
     * @param share by which part the completion of a grid takes longer than others; a round takes longer by the mean of its grids
     * @param retirement learns of each grid
     */
    public CompletionBatches(
            Engine engine,
            CompletionSpec costs,
            PendingLaunchPool pool,
            IntUnaryOperator foundTogether,
            IntToDoubleFunction share,
            Retirement retirement) {
        this.foundTogether = foundTogether;
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
        if (!busy) {
            begin(1, now);
        }
    }

    /** A grid is complete that is notified of once those have been that wait now. To be called when a round begins. */
    public void addToNextPass(int entry) {
        nextPass.add(entry);
    }

    private void begin(int grids, long now) {
        busy = grids > 0;
        if (!busy) {
            return;
        }
        double longer = 0;
        for (int i = 0; i < grids; i++) {
            int entry = waiting.remove();
            inRound.add(entry);
            longer += share.applyAsDouble(entry);
            retirement.begins(entry);
        }
        long cycles = costs.roundCycles(grids, pool.missing());
        engine.schedule(now + cycles + Math.round(longer / grids * cycles), roundEvent, 0);
    }

    private void roundEnds(long now, long unused) {
        int handled = inRound.size();
        while (!inRound.isEmpty()) {
            retirement.retired(inRound.remove(), handled);
        }
        if (waiting.isEmpty()) {
            IntRing pass = nextPass;
            nextPass = waiting;
            waiting = pass;
            begin(foundTogether.applyAsInt(waiting.size()), now);
        } else {
            begin(Math.min(costs.roundGrowth() * handled, waiting.size()), now);
        }
    }
}
