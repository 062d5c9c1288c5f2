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
        int childThreads) {}
