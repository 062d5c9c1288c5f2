package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.BlockTable;
import io.cdpsim.memory.visibility.causality.CausalPast.CausalityQuery;
import io.cdpsim.memory.visibility.causality.Epoch;
import io.cdpsim.memory.visibility.causality.GridCausality;

/** Whether consecutive threads know earlier accesses to the words of a row, each to its own words. */
final class RowOrder {
    /** What the threads know of the earlier accesses to their words. */
    enum Knowledge {
        /** Each thread knows the accesses to its words. */
        ALL,
        /** No thread knows an access to its words. */
        NONE,
        /** The threads may differ. */
        MIXED
    }

    private final BlockTable blocks;
    private final CausalityQuery query;

    RowOrder(BlockTable blocks, CausalityQuery query) {
        this.blocks = blocks;
        this.query = query;
    }

    /**
     * What threads of a block know of earlier accesses.
     *
     * @param earlier the time of the first thread's earlier access
     * @param earlierShift the words of each earlier thread, as a power of two
     * @param first the time of the first thread's access now
     * @param shift the words of each thread now, as a power of two
     */
    Knowledge of(long earlier, int earlierShift, BlockCausality block, long first, int shift) {
        if (Epoch.block(earlier) == block.uid()) {
            return ofBlock(earlier, earlierShift, block, first, shift);
        }
        GridCausality grid = blocks.grid(earlier);
        if (block.grid().startFollows(grid, earlier)) {
            return Knowledge.ALL;
        }
        boolean isOfOneThread = earlierShift == AccessSlots.ROW_SHIFT;
        if (isOfOneThread && block.grid().startKnows(query.of(earlier, grid))) {
            return Knowledge.ALL;
        }
        // The past of a grid's start has no access of the grid.
        return (isOfOneThread || grid == block.grid()) && !block.hasLearned() ? Knowledge.NONE : Knowledge.MIXED;
    }

    private static Knowledge ofBlock(long earlier, int earlierShift, BlockCausality block, long first, int shift) {
        if (Epoch.clock(earlier) <= block.lastBarrier()) {
            return Knowledge.ALL;
        }
        boolean isAlike = earlierShift == shift;
        if (isAlike && Epoch.sameThread(earlier, first)) {
            return Knowledge.ALL;
        }
        long last = Epoch.ofThreadBehind(earlier, (AccessSlots.ROW_WORDS - 1) >>> earlierShift);
        boolean startsInWarp = Epoch.sameWarp(earlier, first);
        boolean endsInWarp = Epoch.sameWarp(last, first);
        if ((startsInWarp || endsInWarp) && Epoch.clock(earlier) <= block.lastMeeting(Epoch.thread(first))) {
            return startsInWarp && endsInWarp ? Knowledge.ALL : Knowledge.MIXED;
        }
        return isAlike && !block.hasLearned() ? Knowledge.NONE : Knowledge.MIXED;
    }
}
