package io.cdpsim.runtime.cost;

import io.cdpsim.engine.IntRing;
import io.cdpsim.profile.ChainSpec;

/**
 * Grids queued in one stream behind one another. They are handed over in batches, in rounds ({@link HandOverRounds}). Once their batch has run,
 * their parent is told of them one after the other, one in a pass.
 */
final class StreamChain {
    private final ChainSpec costs;
    private final GridBatches batches;

    /** Grids that have ended and are in no round yet, in their order; of those the first {@code ready} are of batches that have run. */
    private final IntRing ended = new IntRing();

    private final IntRing batchEnds = new IntRing();
    private int ready;
    private boolean telling;

    /** The first grid of the batch that is to be handed over next, and how many it holds; 0: none is. */
    private int due;

    private int dueGrids;

    StreamChain(ChainSpec costs) {
        this.costs = costs;
        batches = new GridBatches(costs, true);
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

    /** A grid of this chain is retired. @return whether a batch is to be handed over that waited for that */
    boolean retired(int entry) {
        if (batchEnds.peek() != entry) {
            return false;
        }
        batchEnds.remove();
        batches.batchRetired();
        return due != 0;
    }

    /** The grid before one of this chain has ended. @return whether it starts at once, as its batch was handed over already */
    boolean turn(int entry) {
        dueGrids = batches.next();
        due = dueGrids == 0 ? 0 : entry;
        return due == 0;
    }

    /** The first grid of the batch that is due. */
    int due() {
        return due;
    }

    /** Grids of that batch. */
    int dueGrids() {
        return dueGrids;
    }

    /**
     * Cycles before the batch that is due starts, from when it is found. The first, of a single grid, and the second, which was prepared while
     * that one ran, need none.
     */
    long cyclesBefore() {
        return batches.handedOver() <= 2 ? 0 : costs.batchCycles(dueGrids);
    }

    /** Cycles for which the batch behind it is prepared afterwards. */
    long cyclesAfter() {
        int grids = batches.handedOver() == 1 ? batches.gridsOfTheNext() : 0;
        return grids == 0 ? 0 : costs.batchCycles(grids);
    }

    /** The batch that was due is handed over. */
    void handedOver() {
        due = 0;
    }
}
