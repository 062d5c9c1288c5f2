package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.LaunchBatchSpec;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** The tail launches of all grids of a device that wait behind others. Where the device hands grids over one by one there are none. */
final class TailChains {
    private final Engine engine;
    private final LaunchBatchSpec costs;
    private final PendingLaunchPool pool;
    private final Consumer<ChainBatches.Next> start;
    private final Map<Integer, TailChain> ofParent = new HashMap<>();

    /** The chains of which a batch has run, by its last grid. */
    private final Map<Integer, TailChain> ofBatchEnd = new HashMap<>();

    private final int retireEvent;

    /**
     * None yet.
     *
     * @param retirement learns of each tail launch once its completion has been paid for
     * @param start learns when a tail launch starts that waited for the retirement of others
     */
    TailChains(
            Engine engine,
            LaunchBatchSpec costs,
            PendingLaunchPool pool,
            IntConsumer retirement,
            Consumer<ChainBatches.Next> start) {
        this.engine = engine;
        this.costs = costs;
        this.pool = pool;
        this.start = start;
        retireEvent = engine.register((now, entry) -> {
            TailChain chain = ofBatchEnd.remove((int) entry);
            retirement.accept((int) entry);
            if (chain != null) {
                resume(chain.batchRetired(now));
            }
        });
    }

    private void resume(ChainBatches.@Nullable Next next) {
        if (next != null) {
            start.accept(next);
        }
    }

    /** One more tail launch of a grid is queued, behind others. */
    void queued(int parent) {
        if (costs.batches()) {
            ofParent.computeIfAbsent(parent, key -> new TailChain(costs, engine.now()))
                    .queued();
        }
    }

    /** The first tail launch of a grid starts at a cycle. */
    void firstStarts(int parent, long cycle) {
        TailChain chain = ofParent.get(parent);
        if (chain != null) {
            chain.firstStarts(cycle);
        }
    }

    /** As {@link TailChain#next}, for the next tail launch of a grid, which need not be in a chain. */
    ChainBatches.@Nullable Next next(int entry, int parent, long now, int wakeCycles, IntToLongFunction walk) {
        TailChain chain = ofParent.get(parent);
        return chain == null
                ? ChainBatches.Next.alone(entry, now + wakeCycles + walk.applyAsLong(1))
                : chain.next(entry, now, wakeCycles, walk);
    }

    /** A tail launch is complete. @return whether it was in a chain, which will retire it */
    boolean ended(int entry, int parent, long now) {
        TailChain chain = ofParent.get(parent);
        if (chain == null) {
            return false;
        }
        if (chain.ended(entry, now, pool.fixedSlots(), (cycle, tail) -> engine.schedule(cycle, retireEvent, tail))) {
            ofBatchEnd.put(entry, chain);
        }
        if (chain.waiting() == 0) {
            ofParent.remove(parent);
        }
        return true;
    }

    /** Whether as many tail launches of a grid wait behind its first one as all batches hold that may be in flight. */
    boolean overflows(int parent) {
        TailChain chain = ofParent.get(parent);
        return chain != null && chain.waiting() >= costs.batchesUnderWay() * costs.batchGrids();
    }
}
