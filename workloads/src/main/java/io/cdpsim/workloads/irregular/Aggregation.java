package io.cdpsim.workloads.irregular;

/** The group of parents that launches one child grid together. */
public enum Aggregation {
    /** The parents of a warp. */
    WARP,
    /** The parents of a block. */
    BLOCK,
    /** The parents of the grid: its last block launches. */
    GRID
}
