package io.cdpsim.gpu.grid;

import io.cdpsim.warp.Lanes;

/**
 * The dimensions of a launch: {@code <<<(gridX, gridY, gridZ), (blockX, blockY, blockZ), dynamicSharedBytes>>>}.
 *
 * <p>Values are as the program gave them and may be impossible; the runtime checks them (rules LNCH-7 to LNCH-9).
 */
public record LaunchShape(
        long gridX, long gridY, long gridZ, long blockX, long blockY, long blockZ, long dynamicSharedBytes) {
    /** One-dimensional. */
    public static LaunchShape of(long blocks, long threadsPerBlock) {
        return new LaunchShape(blocks, 1, 1, threadsPerBlock, 1, 1, 0);
    }

    /** One-dimensional, with dynamic shared memory. */
    public LaunchShape withShared(long bytes) {
        return new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, bytes);
    }

    /** Blocks of the grid. */
    public long blocks() {
        return gridX * gridY * gridZ;
    }

    /** Threads of a block. */
    public int threadsPerBlock() {
        return (int) (blockX * blockY * blockZ);
    }

    /** Warps of a block. */
    public int warpsPerBlock() {
        return Lanes.warpsOf(threadsPerBlock());
    }
}
