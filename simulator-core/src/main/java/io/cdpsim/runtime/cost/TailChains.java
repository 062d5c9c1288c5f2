package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.LaunchBatchSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The tail launches of all grids of a device that wait behind others. It is empty if the device dispatches grids one by one. */
final class TailChains {
    private final Engine engine;
    private final LaunchBatchSpec costs;
    private final Consumer<ChainBatches.GridStart> starter;
    private final Map<Integer, TailChain> byParent = new HashMap<>();
    /** The chains with a batch that has run, by the last grid of that batch. */
    private final Map<Integer, TailChain> byBatchEnd = new HashMap<>();

    private final int retireEvent;

    /**
     * No chains.
     *
     * @param retirement is notified of each tail launch after its completion time
     * @param starter starts a tail launch that waited for the retirement of others
     */
    TailChains(Engine engine, LaunchBatchSpec costs, IntConsumer retirement, Consumer<ChainBatches.GridStart> starter) {
        this.engine = engine;
        this.costs = costs;
        this.starter = starter;
        retireEvent = engine.register((now, entry) -> {
            TailChain chain = byBatchEnd.remove((int) entry);
            retirement.accept((int) entry);
            if (chain != null) {
                start(chain.retireBatch(now));
            }
        });
    }

    private void start(ChainBatches.@Nullable GridStart start) {
        if (start != null) {
            starter.accept(start);
        }
    }

    /**
     * Adds a tail launch of a grid that waits behind others.
     *
     * @param canLaunch whether its kernel can launch
     */
    void add(int parent, boolean canLaunch) {
        if (costs.isBatched()) {
            byParent.computeIfAbsent(parent, key -> new TailChain(costs, engine.now()))
                    .add(canLaunch);
        }
    }

    /** Sets the cycle at which the first tail launch of a grid starts. */
    void setFirstStart(int parent, long cycle) {
        TailChain chain = byParent.get(parent);
        if (chain != null) {
            chain.setFirstStart(cycle);
        }
    }

    /** Starts the next tail launch of a grid as {@link TailChain#startNext} does; it need not be in a chain. */
    ChainBatches.@Nullable GridStart startNext(int entry, int parent, long now, int wakeCycles, TailChain.Scan scan) {
        TailChain chain = byParent.get(parent);
        return chain == null
                ? ChainBatches.GridStart.single(entry, now + wakeCycles + scan.cycles(1, false, HandOver.IN_BATCHES))
                : chain.startNext(entry, now, wakeCycles, scan);
    }

    /**
     * Completes a tail launch. One that nothing waits behind and that had no tail launch itself is a batch of one.
     *
     * @param hadTails whether it had tail launches
     * @param launching whether it has launched grids itself
     * @return whether it will be retired later
     */
    boolean complete(int entry, int parent, boolean hadTails, Launching launching, long now) {
        TailChain chain = byParent.get(parent);
        if (chain == null) {
            if (costs.isBatched() && !hadTails) {
                engine.schedule(now + costs.dispatch().cycles(1) + costs.tailCompletionCycles(), retireEvent, entry);
                return true;
            }
            return false;
        }
        if (chain.complete(entry, launching, now, (cycle, tail) -> engine.schedule(cycle, retireEvent, tail))) {
            byBatchEnd.put(entry, chain);
        }
        if (chain.waiting() == 0) {
            byParent.remove(parent);
        }
        return true;
    }
}
