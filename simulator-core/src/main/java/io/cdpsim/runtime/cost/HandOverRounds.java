package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * The part of a device that hands over what is queued in streams, in rounds: it walks through the pool, and where it finds chains that wait for
 * it, more of them the denser they lie, it lets their next grids start and prepares those behind them, before it goes on.
 */
final class HandOverRounds {
    /** Learns which way through the pool leads to a grid. */
    interface Walk {
        void to(int entry, long cycles);
    }

    private final Engine engine;
    private final int wakeCycles;
    private final IntUnaryOperator foundTogether;
    private final LongSupplier walk;
    private final Walk walked;
    private final Consumer<GridBatches.Next> start;
    private final int beginEvent;
    private final Deque<StreamChain> waiting = new ArrayDeque<>();
    private boolean busy;

    /**
     * A part that is idle.
     *
     * @param wakeCycles of a round, before what it finds starts
     * @param foundTogether of a number of chains that wait, how many are found together
     * @param walk the way through the pool to one launch, cycles
     * @param walked learns of each way
     * @param start learns when a grid starts
     */
    HandOverRounds(
            Engine engine,
            int wakeCycles,
            IntUnaryOperator foundTogether,
            LongSupplier walk,
            Walk walked,
            Consumer<GridBatches.Next> start) {
        this.engine = engine;
        this.wakeCycles = wakeCycles;
        this.foundTogether = foundTogether;
        this.walk = walk;
        this.walked = walked;
        this.start = start;
        beginEvent = engine.register((now, unused) -> begin(now));
    }

    /** A batch of a chain is due. */
    void add(StreamChain chain, long now) {
        waiting.add(chain);
        if (!busy) {
            busy = true;
            engine.schedule(now, beginEvent, 0);
        }
    }

    private void begin(long now) {
        busy = !waiting.isEmpty();
        if (!busy) {
            return;
        }
        // The nearest of those that wait, of which one alone lies half way on average.
        long way = 2 * walk.getAsLong() / (waiting.size() + 1);
        long found = now + wakeCycles + way;
        long busyCycles = 0;
        for (int left = foundTogether.applyAsInt(waiting.size()); left > 0; left--) {
            StreamChain chain = waiting.remove();
            walked.to(chain.due(), way);
            long before = chain.cyclesBefore();
            busyCycles = Math.max(busyCycles, Math.max(before, chain.cyclesAfter()));
            start.accept(new GridBatches.Next(chain.due(), found + before, chain.dueGrids()));
            chain.handedOver();
        }
        engine.schedule(found + busyCycles, beginEvent, 0);
    }
}
