package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.ChainSpec;
import io.cdpsim.runtime.pool.PendingLaunchPool;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The chains of a device that are under way: grids queued in a stream, one behind the other, and the tail launches of a grid ({@link ChainSpec}).
 * Where the device hands grids over one by one there are none.
 */
final class GridChains {
    private final Engine engine;
    private final ChainSpec costs;
    private final PendingLaunchPool pool;
    private final Map<Integer, GridChain> ofStream = new HashMap<>();
    private final Map<Integer, GridChain> ofTails = new HashMap<>();
    private final int retireEvent;
    private final int chainDoneEvent;
    private int underWay;

    /** For each entry of the grid table, the chains of its children under way. */
    private int[] ofParent = new int[256];

    /** @param retirement learns of each grid of a chain once its completion has been paid for */
    GridChains(Engine engine, ChainSpec costs, PendingLaunchPool pool, IntConsumer retirement) {
        this.engine = engine;
        this.costs = costs;
        this.pool = pool;
        retireEvent = engine.register((now, entry) -> retirement.accept((int) entry));
        chainDoneEvent = engine.register((now, parent) -> {
            underWay--;
            ofParent[(int) parent]--;
        });
    }

    /**
     * One more grid is queued in a stream, behind others.
     *
     * @param completionShare by which part the completions of this parent's children take longer
     * @param startCycle when the first grid of the stream starts at the earliest
     */
    void queuedInStream(int stream, int parent, double completionShare, long startCycle) {
        if (costs.batches()) {
            GridChain chain = ofStream.get(stream);
            if (chain == null) {
                chain = begun(ofStream, stream, parent, new GridChain(costs, false, completionShare, startCycle));
            }
            chain.add();
        }
    }

    /** One more tail launch of a grid is queued, behind others. */
    void queuedAsTail(int parent) {
        if (costs.batches()) {
            GridChain chain = ofTails.get(parent);
            if (chain == null) {
                chain = begun(ofTails, parent, parent, new GridChain(costs, true, 0, engine.now()));
            }
            chain.add();
        }
    }

    private GridChain begun(Map<Integer, GridChain> chains, int key, int parent, GridChain chain) {
        chains.put(key, chain);
        underWay++;
        if (parent >= ofParent.length) {
            ofParent = Arrays.copyOf(ofParent, Math.max(parent + 1, 2 * ofParent.length));
        }
        ofParent[parent]++;
        return chain;
    }

    /** Something that is no grid has its turn in a stream. */
    void passes(int stream) {
        GridChain chain = ofStream.get(stream);
        if (chain != null) {
            chain.passes();
        }
    }

    /**
     * When the next grid of a stream starts, whose turn has come.
     *
     * @param wakeCycles from now to its start, where it has not been handed over yet
     * @param walk the way through the pool to a number of launches, cycles
     */
    long nextStart(int stream, int wakeCycles, IntToLongFunction walk, long now) {
        return nextStart(ofStream.get(stream), wakeCycles, walk, now);
    }

    /** When the next tail launch of a grid starts, likewise. */
    long nextTailStart(int parent, int wakeCycles, IntToLongFunction walk, long now) {
        return nextStart(ofTails.get(parent), wakeCycles, walk, now);
    }

    private static long nextStart(@Nullable GridChain chain, int wakeCycles, IntToLongFunction walk, long now) {
        return chain == null ? now + wakeCycles + walk.applyAsLong(1) : chain.next(now, wakeCycles, walk);
    }

    /** The first tail launch of a grid starts at a cycle. */
    void firstTailStarts(int parent, long cycle) {
        GridChain chain = ofTails.get(parent);
        if (chain != null) {
            chain.firstStarts(cycle);
        }
    }

    /** A grid is complete. @return whether it was in a chain, which will retire it */
    boolean ended(int entry, int stream, int parent, long now) {
        return stream != 0 && ended(ofStream, stream, entry, parent, now);
    }

    /** A tail launch is complete, likewise. */
    boolean tailEnded(int entry, int parent, long now) {
        return ended(ofTails, parent, entry, parent, now);
    }

    private boolean ended(Map<Integer, GridChain> chains, int key, int entry, int parent, long now) {
        GridChain chain = chains.isEmpty() ? null : chains.get(key);
        if (chain == null) {
            return false;
        }
        chain.ended(
                entry,
                now,
                pool,
                ofParent[parent],
                underWay,
                (cycle, ended) -> engine.schedule(cycle, retireEvent, ended));
        if (!chain.isWaiting()) {
            chains.remove(key);
            // Before the last one retires, and with it perhaps the parent.
            engine.schedule(Math.max(now, chain.retiredAt() - 1), chainDoneEvent, parent);
        }
        return true;
    }

    /** Whether as many tail launches of a grid wait behind its first one as all batches hold that may be under way. */
    boolean overflowsWithTails(int parent) {
        GridChain chain = ofTails.get(parent);
        return chain != null && chain.waiting() >= costs.batchesUnderWay() * costs.batchGrids();
    }
}
