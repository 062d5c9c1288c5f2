package io.cdpsim.workloads.irregular;

/** Whose parents launch together. */
public enum Aggregation {
    /** Those of a warp. */
    WARP,
    /** Those of a block. */
    BLOCK,
    /** Those of the grid: its last block launches. */
    GRID
}
