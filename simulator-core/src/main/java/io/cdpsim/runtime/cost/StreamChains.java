package io.cdpsim.runtime.cost;

import io.cdpsim.profile.LaunchBatchSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The grids of all streams of a device that are queued behind others. Where the device hands grids over one by one there are none. */
final class StreamChains {
    private final LaunchBatchSpec costs;
    private final CompletionBatches rounds;
    private final DispatchBatches handOver;
    private final Map<Integer, StreamChain> ofStream = new HashMap<>();

    /** The batches with a grid that a round reports or will report, by that grid. */
    private final Map<Integer, StreamChain.Batch> ofGrid = new HashMap<>();

    /**
     * None yet.
     *
     * @param rounds tell of the grids
     * @param handOver hands them over
     */
    StreamChains(LaunchBatchSpec costs, CompletionBatches rounds, DispatchBatches handOver) {
        this.costs = costs;
        this.rounds = rounds;
        this.handOver = handOver;
    }

    /** One more grid is queued in a stream, behind others. */
    void queued(int stream) {
        if (costs.batches()) {
            ofStream.computeIfAbsent(stream, key -> new StreamChain(costs))
                    .batches()
                    .add();
        }
    }

    /** Something that is no grid has its turn in a stream. */
    void passes(int stream) {
        StreamChain chain = ofStream.get(stream);
        if (chain != null) {
            chain.batches().passes();
        }
    }

    /**
     * The grid before one has ended, which starts next.
     *
     * @param wakeCycles from that to its start, where the two are in no chain
     * @return when it starts, or null if that depends on when its batch is dispatched
     */
    ChainBatches.@Nullable Next next(int entry, int stream, long now, LongSupplier wakeCycles) {
        StreamChain chain = ofStream.get(stream);
        if (chain == null) {
            return ChainBatches.Next.alone(entry, now + wakeCycles.getAsLong());
        }
        if (chain.turn(entry)) {
            return new ChainBatches.Next(entry, now + costs.nextCycles(), 0);
        }
        if (chain.batches().hasRoom()) {
            handOver.add(chain, now);
        } else {
            chain.holdUp(now);
        }
        return null;
    }

    /** A grid is complete. @return whether it was in a chain, which sees to it that its parent is told */
    boolean ended(int entry, int stream, long now) {
        StreamChain chain = stream == 0 ? null : ofStream.get(stream);
        if (chain == null) {
            return false;
        }
        boolean telling = chain.batches().anyUnretired();
        StreamChain.Batch run = chain.ended(entry);
        if (run != null && telling) {
            rounds.addToNextPass(toTell(run));
        } else if (run != null) {
            rounds.add(toTell(run), now);
        }
        if (chain.batches().waiting() == 0) {
            ofStream.remove(stream);
        }
        return true;
    }

    private int toTell(StreamChain.Batch batch) {
        int entry = batch.next();
        ofGrid.put(entry, batch);
        return entry;
    }

    /** The round starts that reports a grid. If the grid is one of a batch, the next pass reports the next of that batch. */
    void begins(int entry) {
        StreamChain.Batch batch = ofGrid.get(entry);
        if (batch != null && !batch.isEmpty()) {
            rounds.addToNextPass(toTell(batch));
        }
    }

    /** A round has told of a grid. @return whether it is one of a chain */
    boolean retired(int entry, long now) {
        StreamChain.Batch batch = ofGrid.remove(entry);
        if (batch == null) {
            return false;
        }
        if (batch.last() == entry && batch.chain().batchRetired()) {
            handOver.add(batch.chain(), now);
        }
        return true;
    }
}
