package io.cdpsim.workloads.irregular;

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
