package io.cdpsim.runtime.cost;

import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.ChainSpec;
import org.jspecify.annotations.Nullable;

/** Grids queued in one stream behind one another. Once their batch has run, their parent is told of them one after the other, one in a pass. */
final class StreamChain {
    private final GridBatches batches;

    /** Grids that have ended and are in no round yet, in their order; of those the first {@code ready} are of batches that have run. */
    private final IntRing ended = new IntRing();

    private final IntRing batchEnds = new IntRing();
    private int ready;
    private boolean telling;

    /** For a chain whose first grid starts at a cycle. */
    StreamChain(ChainSpec costs, long startCycle) {
        batches = new GridBatches(costs, true, startCycle);
    }

    GridBatches batches() {
        return batches;
    }

    /** A grid of the chain has ended. @return the grid to be told of now, as none of the chain is; 0: none */
    int ended(int entry) {
        ended.add(entry);
        if (batches.ended()) {
            ready = ended.size();
            batchEnds.add(entry);
        }
        return telling ? 0 : toTell();
    }

    /** The round has begun that tells of a grid of this chain. @return the grid for the next pass; 0: none yet */
    int begins() {
        telling = false;
        return toTell();
    }

    private int toTell() {
        if (ready == 0) {
            return 0;
        }
        ready--;
        telling = true;
        return ended.remove();
    }

    /** A grid of this chain is retired. @return when the grid starts that waited for that, or null if none did */
    GridBatches.@Nullable Next retired(int entry, long now) {
        if (batchEnds.peek() != entry) {
            return null;
        }
        batchEnds.remove();
        return batches.batchRetired(now);
    }
}
