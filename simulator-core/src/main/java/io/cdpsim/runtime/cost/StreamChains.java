package io.cdpsim.runtime.cost;

import io.cdpsim.profile.LaunchBatchSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The grids of all streams of a device that wait behind others. It is empty if the device dispatches grids one by one. */
final class StreamChains {
    private final LaunchBatchSpec costs;
    private final CompletionBatches completions;
    private final DispatchBatches dispatcher;
    private final Map<Integer, StreamChain> byStream = new HashMap<>();
    /** The batches that have run, by the grid that a completion batch reports next. */
    private final Map<Integer, StreamChain.Batch> byReportedGrid = new HashMap<>();

    /**
     * No chains.
     *
     * @param completions notifies the parents of the grids
     * @param dispatcher dispatches the grids
     */
    StreamChains(LaunchBatchSpec costs, CompletionBatches completions, DispatchBatches dispatcher) {
        this.costs = costs;
        this.completions = completions;
        this.dispatcher = dispatcher;
    }

    /**
     * Adds a grid of a stream that waits behind others.
     *
     * @param canLaunch whether its kernel can launch
     */
    void add(int stream, boolean canLaunch) {
        if (costs.isBatched()) {
            byStream.computeIfAbsent(stream, key -> new StreamChain(costs))
                    .batches()
                    .add(canLaunch);
        }
    }

    /** Skips an entry of a stream that is not a grid. */
    void skip(int stream) {
        StreamChain chain = byStream.get(stream);
        if (chain != null) {
            chain.batches().skip();
        }
    }

    /**
     * Starts a grid whose predecessor has completed.
     *
     * @param wakeCycles from then to the start if the two are in no chain
     * @return its start, or null if it depends on the dispatch of its batch
     */
    ChainBatches.@Nullable GridStart startNext(int entry, int stream, long now, LongSupplier wakeCycles) {
        StreamChain chain = byStream.get(stream);
        if (chain == null) {
            return ChainBatches.GridStart.single(entry, now + wakeCycles.getAsLong());
        }
        if (chain.startNext(entry)) {
            return new ChainBatches.GridStart(entry, now + costs.successorCycles(), 0);
        }
        if (chain.batches().canDispatch()) {
            dispatcher.add(chain, now);
        } else {
            chain.stall(now);
        }
        return null;
    }

    /**
     * Completes a grid.
     *
     * @param launching whether it has launched grids itself
     * @return whether it is in a chain, which will notify its parent
     */
    boolean complete(int entry, int stream, Launching launching, long now) {
        StreamChain chain = stream == 0 ? null : byStream.get(stream);
        if (chain == null) {
            return false;
        }
        StreamChain.Batch batch = chain.complete(entry, launching);
        if (batch != null) {
            completions.addToNextPass(nextReported(batch), now);
        }
        if (chain.batches().waiting() == 0) {
            byStream.remove(stream);
        }
        return true;
    }

    private int nextReported(StreamChain.Batch batch) {
        int entry = batch.next();
        byReportedGrid.put(entry, batch);
        return entry;
    }

    /** The completion batch with a grid starts. The next pass reports the next grid of the same dispatch batch. */
    void completionStarted(int entry, long now) {
        StreamChain.Batch batch = byReportedGrid.get(entry);
        if (batch != null && !batch.isEmpty()) {
            completions.addToNextPass(nextReported(batch), now);
        }
    }

    /** Whether a completed grid is in a chain. */
    boolean isChained(int entry) {
        return byReportedGrid.containsKey(entry);
    }

    /** The completion batch with a grid ends. @return whether the grid is in a chain */
    boolean retire(int entry, long now) {
        StreamChain.Batch batch = byReportedGrid.remove(entry);
        if (batch == null) {
            return false;
        }
        if (batch.last() == entry && batch.chain().retireBatch(batch)) {
            dispatcher.add(batch.chain(), now);
        }
        return true;
    }
}
