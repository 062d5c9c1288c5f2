package io.cdpsim.memory.consistency.trace;

/** The threads that are scheduled again and again until they end. Threads of a block or cluster are scheduled alike. */
public enum ProgressModel {
    /** All threads whose grids may start. */
    FAIR,
    /**
     * The threads of blocks and clusters that have started (occupancy-bound execution). Another block need not start while one that has started
     * runs, as in CUDA, where a child need not start before its parent ends or waits for it.
     */
    OBE,
    /** The threads of the first block or cluster, in the order of launches, that has not ended (HSA). */
    HSA
}
