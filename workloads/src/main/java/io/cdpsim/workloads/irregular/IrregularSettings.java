package io.cdpsim.workloads.irregular;

import io.cdpsim.workloads.ChildStream;
import java.util.Optional;

/**
 * Irregular work.
 *
 * @param sizes number of items of each parent
 * @param cost the cost of an item
 * @param variant how items are distributed over threads
 * @param threshold number of items above which a parent gets a child grid, at least 0; for {@link IrregularVariant#THRESHOLD}
 * @param aggregation the parents that launch together; for {@link IrregularVariant#AGGREGATE}
 * @param stream stream of the children; empty for {@link ChildStream#defaultFor}
 * @param blockThreads threads of a block of parents, at least 1
 * @param childThreads threads of a block of items, at least 1
 */
public record IrregularSettings(
        SizeSource sizes,
        ItemCost cost,
        IrregularVariant variant,
        int threshold,
        Aggregation aggregation,
        Optional<ChildStream> stream,
        int blockThreads,
        int childThreads) {

    /** The group of parents that launches one child grid together. */
    public enum Aggregation {
        /** The parents of a warp. */
        WARP,
        /** The parents of a block. */
        BLOCK,
        /** The parents of the grid: its last block launches. */
        GRID
    }

    /** How the items of the parents are distributed over threads. */
    public enum IrregularVariant {
        /** A thread processes the items of a parent. */
        SERIAL,
        /** A warp processes the items of a parent. */
        WARP,
        /** Each parent that has items launches a child grid for them. */
        CDP,
        /** Only a parent with more items than the threshold launches a child grid. */
        THRESHOLD,
        /** The parents of a warp, a block or the grid launch one child grid for the items of all of them. */
        AGGREGATE,
        /** A first grid writes every item into a queue; the host then launches a second grid over the queue. */
        CONSOLIDATE;

        /** Whether device code launches grids. */
        public boolean launches() {
            return this == CDP || this == THRESHOLD || this == AGGREGATE;
        }

        /** Whether some blocks have one thread per item, so that their size matters. */
        public boolean hasChildBlocks() {
            return launches() || this == CONSOLIDATE;
        }
    }
}
