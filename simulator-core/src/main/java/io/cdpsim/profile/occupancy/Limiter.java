package io.cdpsim.profile.occupancy;

/** What keeps more blocks of a kernel from being resident on an SM. The last five mean that not even one block fits. */
public enum Limiter {
    /** Warp slots of the SM. */
    WARPS,
    /** Block slots of the SM. */
    BLOCKS,
    /** Registers of the SM. */
    REGISTERS,
    /** Shared memory of the SM. */
    SHARED_MEMORY,
    /** The block has more threads than any block may have. */
    THREADS_PER_BLOCK,
    /** The kernel needs more registers a thread than a thread may have. */
    REGISTERS_PER_THREAD,
    /** The block needs more registers than a block may have. */
    REGISTERS_PER_BLOCK,
    /** The block needs more shared memory than a block may have, and has not opted in. */
    SHARED_MEMORY_PER_BLOCK,
    /** The block needs more shared memory than a block may have even after opting in. */
    SHARED_MEMORY_PER_BLOCK_OPT_IN
}
