package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.ToLongFunction;

/**
 * The unit of the device that dispatches the grids queued in streams. It scans the pool from end to end. Where it finds waiting chains, it dispatches the
 * next grids of each and prepares the batch behind them before it continues the scan. The more chains wait, the more it finds together
 * (measurements, chains and streams).
 */
final class DispatchBatches {
    /** The next batch of a stream, which waits for dispatch. */
    interface Waiting {
        /** The first grid of the batch, which starts when the scan finds it. */
        int firstGrid();

        /** The number of grids in the batch. */
        int grids();

        /** The number of batches of the stream that are dispatched after this one is. */
        int dispatchedBatches();

        /** How the device comes to the first grid from the one before it in its stream. */
        HandOver handOver();

        /**
         * Cycles from the end of the scan to the start of the first grid.
         *
         * @param now the cycle at which the scan starts
         */
        long cyclesBefore(long now);

        /** Cycles to prepare the following batch afterwards. */
        long cyclesAfter();

        /** The batch is dispatched. */
        void dispatched();
    }

    /** Is notified of the pool scan that finds each grid. */
    interface ScanListener {
        void scanned(int entry, long cycles);
    }

    private final Engine engine;
    private final int wakeCycles;
    private final IntUnaryOperator foundPerScan;
    private final ToLongFunction<Waiting> scanCycles;
    private final ScanListener scanListener;
    private final Consumer<ChainBatches.GridStart> starter;
    private final int wakeEvent;
    private final int scanEvent;
    /** The waiting batches by the position of their first grids in the pool; positions are distinct. */
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();
    /** The position that the scan has reached. */
    private long position;

    private long positionsUsed;
    private boolean busy;
    /** The batches that waited when this pass over the pool started and that it has not found yet. */
    private int remainingInPass;
    /** The number of sections into which those batches divide the pool. */
    private int sections;

    /**
     * An idle unit.
     *
     * @param wakeCycles time before each scan, cycles
     * @param foundPerScan the number of chains that one scan finds, by the number of waiting chains
     * @param scanCycles the cycles of a scan to a batch that waits alone
     * @param scanListener is notified of each scan
     * @param starter starts a grid
     */
    DispatchBatches(
            Engine engine,
            int wakeCycles,
            IntUnaryOperator foundPerScan,
            ToLongFunction<Waiting> scanCycles,
            ScanListener scanListener,
            Consumer<ChainBatches.GridStart> starter) {
        this.engine = engine;
        this.wakeCycles = wakeCycles;
        this.foundPerScan = foundPerScan;
        this.scanCycles = scanCycles;
        this.scanListener = scanListener;
        this.starter = starter;
        wakeEvent = engine.register((now, unused) -> wake(now));
        scanEvent = engine.register((now, unused) -> scan(now));
    }

    /** Adds a batch to dispatch. */
    void add(Waiting batch, long now) {
        waiting.put(PoolPositions.of(++positionsUsed), batch);
        if (!busy) {
            busy = true;
            engine.schedule(now, wakeEvent, 0);
        }
    }

    private void wake(long now) {
        busy = !waiting.isEmpty();
        if (busy) {
            engine.schedule(now + wakeCycles, scanEvent, 0);
        }
    }

    private void scan(long now) {
        if (remainingInPass <= 0) {
            remainingInPass = waiting.size();
            sections = waiting.size() + 1;
        }
        // The batches that waited when the pass started are at random positions: on average they divide the pool
        // evenly. A batch that waits alone is in the middle of the pool on average.
        long cycles = 2 * scanCycles.applyAsLong(nearest().getValue()) / sections;
        long scanEnd = now + cycles;
        long busyCycles = 0;
        int found = foundPerScan.applyAsInt(waiting.size());
        remainingInPass -= found;
        for (int left = found; left > 0; left--) {
            Map.Entry<Long, Waiting> nearest = nearest();
            position = nearest.getKey();
            waiting.remove(position);
            Waiting batch = nearest.getValue();
            scanListener.scanned(batch.firstGrid(), cycles);
            long before = batch.cyclesBefore(now);
            busyCycles = Math.max(busyCycles, Math.max(before, batch.cyclesAfter()));
            starter.accept(new ChainBatches.GridStart(batch.firstGrid(), scanEnd + before, batch.grids()));
            batch.dispatched();
        }
        engine.schedule(scanEnd + busyCycles, wakeEvent, 0);
    }

    /** The first waiting batch at or after the scan's position; after the end of the pool the scan wraps around. At least one batch must wait. */
    private Map.Entry<Long, Waiting> nearest() {
        Map.Entry<Long, Waiting> next = waiting.ceilingEntry(position);
        return next == null ? waiting.firstEntry() : next;
    }
}
