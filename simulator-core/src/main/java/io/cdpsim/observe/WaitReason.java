package io.cdpsim.observe;

/** Why a grid that has been posted does not start yet. */
public enum WaitReason {
    /** What is before it in its stream, or an event, is not complete (rules STR-7, EVT-8). */
    PREDECESSOR,
    /** It is a tail launch, and what it follows has not ended (rule TAIL-2), or the policy holds it until its parent ends (rule LNCH-3). */
    PARENT_END,
    /** It is fetched from the virtualised part of the pool of pending launches (rule POOL-9). */
    POOL,
    /** The part of the device that takes launches up is busy, or the way from there to the block scheduler takes its time. */
    LAUNCH_SERVER,
    /** Blocks of the grid that launched it come first and have no SM yet (rule CONC-3). */
    PARENT_BLOCKS,
    /** Blocks of another grid come first and have no SM yet. */
    OTHER_BLOCKS,
    /** As many grids are on the device as it holds. */
    RESIDENT_GRIDS,
    /** It is on the device, and no SM has room for its first block. */
    SM_ROOM
}
