package io.cdpsim.observe.path;

/** What a stretch of a chain of causes was spent with. */
public enum PathPart {
    /** A warp computes, waits for its turn to, or waits at a barrier for one that does. */
    COMPUTING,
    /** A warp waits for memory, shared memory included, or spins on it. */
    MEMORY,
    /** A warp is inside a launch or another call of the device runtime. */
    LAUNCH_CALL,
    /** A copy or a fill moves bytes. */
    COPYING,
    /** A launch waits to be taken up, or is on its way to the block scheduler. */
    LAUNCH_SERVER,
    /** The pool of pending launches is walked through for a launch or a completion, or a launch is fetched from its virtualised part (rule POOL-9). */
    POOL_SEARCH,
    /** As many grids are on the device as it holds. */
    RESIDENT_GRID_SLOT,
    /** Blocks that come first, or its own first block, wait for room on an SM; a block that was swapped out comes back. */
    SM_ROOM,
    /** What has ended is being made known to those who wait for it. */
    COMPLETION,
    /** The host's thread is busy, or what it asked for is on its way. */
    HOST
}
