package io.cdpsim.observe.path;

/** What a stretch of a chain of causes was spent with. */
public enum PathPart {
    /** Blocks of a grid run on SMs. */
    RUNNING,
    /** A copy or a fill moves bytes. */
    COPYING,
    /** A launch waits to be taken up, or is on its way to the block scheduler. */
    LAUNCH_SERVER,
    /** A launch is fetched from the virtualised part of the pool (rule POOL-9). */
    POOL_SEARCH,
    /** As many grids are on the device as it holds. */
    RESIDENT_GRID_SLOT,
    /** Blocks that come first, or its own first block, wait for room on an SM. */
    SM_ROOM,
    /** What has ended is being made known to those who wait for it. */
    COMPLETION,
    /** The host's thread is busy, or what it asked for is on its way. */
    HOST
}
