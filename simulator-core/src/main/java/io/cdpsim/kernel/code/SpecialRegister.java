package io.cdpsim.kernel.code;

/** Read-only registers that say who and when the thread is. */
public enum SpecialRegister {
    THREAD_X,
    THREAD_Y,
    THREAD_Z,
    BLOCK_DIM_X,
    BLOCK_DIM_Y,
    BLOCK_DIM_Z,
    BLOCK_X,
    BLOCK_Y,
    BLOCK_Z,
    GRID_DIM_X,
    GRID_DIM_Y,
    GRID_DIM_Z,
    /** Lane in the warp, 0 to 31. */
    LANE,
    /** Warp slot on the SM. May change while the thread lives (rule LNCH-14). */
    WARP_SLOT,
    /** SM the block is on. May change while the thread lives (rule LNCH-14). */
    SM,
    /** Mask of the lanes executing this instruction. */
    ACTIVE_MASK,
    /** Cycles of the SM clock. */
    CLOCK,
    /** Nanoseconds of the device-wide timer. */
    GLOBAL_TIMER
}
