package io.cdpsim.profile.occupancy;

/**
 * The maximum number of resident blocks of a kernel on an SM, and the resource that limits it.
 *
 * @param blocksPerSm blocks resident per SM; 0 if the kernel can never run
 * @param warpsPerSm warps resident per SM
 * @param occupancy {@code warpsPerSm} as a fraction of the warp slots, 0 to 1
 * @param limiter the limiting resource; the first in the order of {@link Limiter} if several limit equally
 * @param blocksByWarps limit by the warp slots
 * @param blocksByBlocks limit by the block slots
 * @param blocksByRegisters limit by the registers; {@link #UNLIMITED} if none are used
 * @param blocksBySharedMemory limit by the shared memory; {@link #UNLIMITED} if none is used
 */
public record OccupancyResult(
        int blocksPerSm,
        int warpsPerSm,
        double occupancy,
        Limiter limiter,
        int blocksByWarps,
        int blocksByBlocks,
        int blocksByRegisters,
        int blocksBySharedMemory) {
    /** The count of a resource that the kernel does not use. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Whether at least one block fits, so that a launch can succeed. */
    public boolean fits() {
        return blocksPerSm > 0;
    }

    /** The resource that limits the resident blocks of a kernel on an SM. With the last five, not even one block fits. */
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
}
