package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * The part of a device that hands over what is queued in streams, in rounds: it pool scans from end to end, and where it comes to
 * chains that wait for it, to more of them together the denser they lie, it lets their next grids start and prepares those behind them, before it
 * goes on (measurements, chains and streams).
 */
final class DispatchBatches {
    /** What is to be dispatched: the grids of a stream that are next, of which the first starts when they are found. */
    interface Waiting {
        /** The first of the grids. */
        int due();

        /** How many they are. */
        int dueGrids();

        /** How many batches of the stream have been dispatched, these included. */
        int handedOver();

        /**
         * Cycles before the first starts, from when it is found.
         *
         * @param now when the walk begins that finds it
         */
        long cyclesBefore(long now);

        /** Cycles for which those behind them are prepared afterwards. */
        long cyclesAfter();

        /** They are dispatched. */
        void isHandedOver();
    }

    /** Learns which pool scan leads to a grid. */
    interface Walk {
        void to(int entry, long cycles);
    }

    /** Multiples of it, modulo two to the 64th, lie all over the pool and evenly: two to the 64th over the golden ratio. */
    private static final long ANYWHERE = 0x9E37_79B9_7F4A_7C15L;

    private final Engine engine;
    private final int wakeCycles;
    private final IntUnaryOperator foundTogether;
    private final IntToLongFunction walk;
    private final Walk walked;
    private final Consumer<ChainBatches.Next> start;
    private final int beginEvent;
    private final int walkEvent;
    /** The chains that wait, by where in the pool their next grids lie: no two at one place. */
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();

    /** Where the walk has come to. */
    private long place;

    private long placesTaken;
    private boolean busy;

    /** Of the chains that waited when this pass through the pool began, those that are still to be found. */
    private int leftOfPass;

    /** Into so many parts they parted it. */
    private int parts;

    /**
     * A part that is idle.
     *
     * @param wakeCycles of a round, before it walks
     * @param foundTogether of a number of chains that wait, how many are found together
     * @param walk of how many batches of a stream have been dispatched, the pool scan to the last of them if it waits alone, cycles
     * @param walked learns of each way
     * @param start learns when a grid starts
     */
    DispatchBatches(
            Engine engine,
            int wakeCycles,
            IntUnaryOperator foundTogether,
            IntToLongFunction walk,
            Walk walked,
            Consumer<ChainBatches.Next> start) {
        this.engine = engine;
        this.wakeCycles = wakeCycles;
        this.foundTogether = foundTogether;
        this.walk = walk;
        this.walked = walked;
        this.start = start;
        beginEvent = engine.register((now, unused) -> begin(now));
        walkEvent = engine.register((now, unused) -> walk(now));
    }

    /** Something is to be dispatched. */
    void add(Waiting queued, long now) {
        waiting.put(++placesTaken * ANYWHERE, queued);
        if (!busy) {
            busy = true;
            engine.schedule(now, beginEvent, 0);
        }
    }

    private void begin(long now) {
        busy = !waiting.isEmpty();
        if (busy) {
            engine.schedule(now + wakeCycles, walkEvent, 0);
        }
    }

    private void walk(long now) {
        if (leftOfPass <= 0) {
            leftOfPass = waiting.size();
            parts = waiting.size() + 1;
        }
        // Those that waited when the pass began lie anywhere: they part the pool evenly on average, of which one alone
        // would lie half way.
        long way = 2 * walk.applyAsLong(nearest().getValue().handedOver()) / parts;
        long found = now + way;
        long busyCycles = 0;
        int together = foundTogether.applyAsInt(waiting.size());
        leftOfPass -= together;
        for (int left = together; left > 0; left--) {
            Map.Entry<Long, Waiting> nearest = nearest();
            place = nearest.getKey();
            waiting.remove(place);
            Waiting next = nearest.getValue();
            walked.to(next.due(), way);
            long before = next.cyclesBefore(now);
            busyCycles = Math.max(busyCycles, Math.max(before, next.cyclesAfter()));
            start.accept(new ChainBatches.Next(next.due(), found + before, next.dueGrids()));
            next.isHandedOver();
        }
        engine.schedule(found + busyCycles, beginEvent, 0);
    }

    /** The chain that the walk comes to next, from the end of the pool on to its start; there must be one. */
    private Map.Entry<Long, Waiting> nearest() {
        Map.Entry<Long, Waiting> next = waiting.ceilingEntry(place);
        return next == null ? waiting.firstEntry() : next;
    }
}
