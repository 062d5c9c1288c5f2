package io.cdpsim.runtime.cost;

import io.cdpsim.profile.ChainSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The grids of all streams of a device that are queued behind others. Where the device hands grids over one by one there are none. */
final class StreamChains {
    private final ChainSpec costs;
    private final CompletionRounds rounds;
    private final HandOverRounds handOver;
    private final Map<Integer, StreamChain> ofStream = new HashMap<>();

    /** The chains of which a grid is to be told of or is in a round, by that grid. */
    private final Map<Integer, StreamChain> ofGrid = new HashMap<>();

    /**
     * None yet.
     *
     * @param rounds tell of the grids
     * @param handOver hands them over
     */
    StreamChains(ChainSpec costs, CompletionRounds rounds, HandOverRounds handOver) {
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
     * @return when it starts, or null if that depends on when its batch is handed over
     */
    GridBatches.@Nullable Next next(int entry, int stream, long now, LongSupplier wakeCycles) {
        StreamChain chain = ofStream.get(stream);
        if (chain == null) {
            return GridBatches.Next.alone(entry, now + wakeCycles.getAsLong());
        }
        if (chain.turn(entry)) {
            return new GridBatches.Next(entry, now + costs.nextCycles(), 0);
        }
        if (chain.batches().hasRoom()) {
            handOver.add(chain, now);
        }
        return null;
    }

    /** A grid is complete. @return whether it was in a chain, which sees to it that its parent is told */
    boolean ended(int entry, int stream, long now) {
        StreamChain chain = stream == 0 ? null : ofStream.get(stream);
        if (chain == null) {
            return false;
        }
        int first = chain.ended(entry);
        if (first != 0) {
            ofGrid.put(first, chain);
            rounds.add(first, now);
        }
        if (chain.batches().waiting() == 0) {
            ofStream.remove(stream);
        }
        return true;
    }

    /** The round begins that tells of a grid. Where it is one of a chain, the next of that chain is told of in the next pass. */
    void begins(int entry) {
        StreamChain chain = ofGrid.get(entry);
        int next = chain == null ? 0 : chain.begins();
        if (next != 0) {
            ofGrid.put(next, chain);
            rounds.addToNextPass(next);
        }
    }

    /** A round has told of a grid. @return whether it is one of a chain */
    boolean retired(int entry, long now) {
        StreamChain chain = ofGrid.remove(entry);
        if (chain == null) {
            return false;
        }
        if (chain.retired(entry)) {
            handOver.add(chain, now);
        }
        return true;
    }
}
