package io.cdpsim.profile.occupancy;

/**
 * How many blocks of a kernel an SM holds at once, and why no more.
 *
 * @param blocksPerSm blocks resident per SM; 0 if the kernel can never run
 * @param warpsPerSm warps resident per SM
 * @param occupancy {@code warpsPerSm} as a share of the warp slots, 0 to 1
 * @param limiter what limits; the first in the order of {@link Limiter} if several limit alike
 * @param blocksByWarps blocks that the warp slots would hold
 * @param blocksByBlocks block slots
 * @param blocksByRegisters blocks that the registers would hold; {@link #UNLIMITED} if none are used
 * @param blocksBySharedMemory blocks that shared memory would hold; {@link #UNLIMITED} if none is used
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
}
