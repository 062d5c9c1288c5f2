package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.CompletionSpec;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * The unit of the device that notifies parents of completed children in batches, as {@link CompletionSpec} describes. It makes passes over the completed
 * grids. Of each dispatched batch of queued grids, one pass reports one grid. A pass also reports a grid that has waited for one that it reports,
 * if it has not yet passed its slot; otherwise that is for a later pass, which starts with one grid again. A batch of several grids takes longer by the
 * way to the furthest slot of the first launches of blocks among them.
 */
public final class CompletionBatches {
    /** Is notified of the grids in each batch. */
    public interface Retirement {
        /** The batch with a grid starts. */
        void started(int entry);

        /** The batch with a grid ends: its parent is to be notified, together with those of the other grids of the batch. */
        void retired(int entry, int batchSize);
    }

    private final Engine engine;
    private final CompletionSpec costs;
    private final IntToDoubleFunction gridCycles;
    private final IntUnaryOperator foundPerScan;
    private final IntToDoubleFunction delay;
    private final IntToLongFunction position;
    private final IntToDoubleFunction wayCycles;
    private final Retirement retirement;
    private final int batchEndEvent;
    private IntRing waiting = new IntRing();
    private IntRing nextPass = new IntRing();
    private IntRing parents = new IntRing();
    private final IntRing batch = new IntRing();
    private boolean busy;
    /** Whether a grid is being reported, at this position. */
    private boolean reporting;

    private long reportedPosition;
    private int growth;

    /**
     * An idle unit.
     *
     * @param gridCycles the time for a grid of a batch, cycles
     * @param foundPerScan the number of chains that one scan finds, by the number of waiting chains: the first batch of a further pass holds so
     *     many, and at least as many grids as the batch before it
     * @param delay the fraction by which the completion of a grid takes longer than others; the mean over its grids delays a batch
     * @param position where the slot of a grid lies in the pool
     * @param wayCycles the way to the slot of a grid, cycles; 0 for a grid whose slot is next to that of another of its block
     * @param retirement is notified of each grid
     */
    public CompletionBatches(
            Engine engine,
            CompletionSpec costs,
            IntToDoubleFunction gridCycles,
            IntUnaryOperator foundPerScan,
            IntToDoubleFunction delay,
            IntToLongFunction position,
            IntToDoubleFunction wayCycles,
            Retirement retirement) {
        this.position = position;
        this.wayCycles = wayCycles;
        this.foundPerScan = foundPerScan;
        this.delay = delay;
        this.engine = engine;
        this.costs = costs;
        this.gridCycles = gridCycles;
        this.retirement = retirement;
        batchEndEvent = engine.register(this::endBatch);
    }

    /** Adds a completed grid to the current pass; to a later one if that is past its slot. */
    public void add(int entry, long now) {
        if (reporting && position.applyAsLong(entry) < reportedPosition) {
            parents.add(entry);
            return;
        }
        waiting.add(entry);
        if (!busy) {
            growth = costs.batchGrowth();
            startBatch(1, now);
        }
    }

    /**
     * Adds a completed grid of a chain to the next pass: the current one is past the slots of the chain. Without this, grids that complete one by
     * one would keep a pass from ending, and the other grids of all chains waiting.
     */
    public void addToNextPass(int entry, long now) {
        if (busy) {
            nextPass.add(entry);
        } else {
            add(entry, now);
        }
    }

    private void startBatch(int grids, long now) {
        busy = grids > 0;
        if (!busy) {
            return;
        }
        double delays = 0;
        double gridsCycles = 0;
        double furthest = 0;
        for (int i = 0; i < grids; i++) {
            int entry = waiting.remove();
            batch.add(entry);
            furthest = Math.max(furthest, wayCycles.applyAsDouble(entry));
            delays += delay.applyAsDouble(entry);
            gridsCycles += gridCycles.applyAsDouble(entry);
            retirement.started(entry);
        }
        long cycles = costs.batchCycles() + Math.round(gridsCycles);
        long way = grids == 1 ? 0 : Math.round(furthest);
        engine.schedule(now + way + cycles + Math.round(delays / grids * cycles), batchEndEvent, 0);
    }

    private void endBatch(long now, long unused) {
        int size = batch.size();
        reporting = true;
        while (!batch.isEmpty()) {
            int entry = batch.remove();
            reportedPosition = position.applyAsLong(entry);
            retirement.retired(entry, size);
        }
        reporting = false;
        if (!waiting.isEmpty()) {
            startBatch(Math.min(growth * size, waiting.size()), now);
        } else if (!nextPass.isEmpty()) {
            IntRing pass = nextPass;
            nextPass = waiting;
            startPass(pass, costs.batchGrowth());
            startBatch(Math.min(Math.max(size, foundPerScan.applyAsInt(waiting.size())), waiting.size()), now);
        } else {
            IntRing pass = parents;
            parents = waiting;
            startPass(pass, costs.parentsGrowth());
            startBatch(Math.min(1, waiting.size()), now);
        }
    }

    private void startPass(IntRing grids, int batchGrowth) {
        waiting = grids;
        growth = batchGrowth;
    }
}
