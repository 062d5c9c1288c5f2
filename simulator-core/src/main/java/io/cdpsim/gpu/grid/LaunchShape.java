package io.cdpsim.gpu.grid;

import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/**
 * The dimensions of a launch: {@code <<<(gridX, gridY, gridZ), (blockX, blockY, blockZ), dynamicSharedBytes>>>}.
 *
 * <p>Values are as the program gave them and may be impossible; the runtime checks them (rules LNCH-7 to LNCH-9).
 */
public record LaunchShape(
        long gridX,
        long gridY,
        long gridZ,
        long blockX,
        long blockY,
        long blockZ,
        long dynamicSharedBytes,
        ClusterShape cluster) {
    /** Without clusters, or with those that the kernel declares. */
    public LaunchShape(
            long gridX, long gridY, long gridZ, long blockX, long blockY, long blockZ, long dynamicSharedBytes) {
        this(gridX, gridY, gridZ, blockX, blockY, blockZ, dynamicSharedBytes, ClusterShape.NONE);
    }

    // As a record has them, which take hundreds of launches to become fast: they are calls of method handles until the
    // JVM compiles them.
    @Override
    @SuppressWarnings("ReferenceEquality") // shapes without clusters share one object
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof LaunchShape shape
                        && gridX == shape.gridX
                        && gridY == shape.gridY
                        && gridZ == shape.gridZ
                        && blockX == shape.blockX
                        && blockY == shape.blockY
                        && blockZ == shape.blockZ
                        && dynamicSharedBytes == shape.dynamicSharedBytes
                        && cluster.equals(shape.cluster));
    }

    @Override
    public int hashCode() {
        long hash = 31 * (31 * gridX + gridY) + gridZ;
        hash = 31 * (31 * (31 * hash + blockX) + blockY) + blockZ;
        return Long.hashCode(31 * (31 * hash + dynamicSharedBytes) + cluster.hashCode());
    }

    /** One-dimensional. */
    public static LaunchShape of(long blocks, long threadsPerBlock) {
        return new LaunchShape(blocks, 1, 1, threadsPerBlock, 1, 1, 0);
    }

    /** One-dimensional, with dynamic shared memory. */
    public LaunchShape withShared(long bytes) {
        return new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, bytes, cluster);
    }

    /** The same in clusters. */
    public LaunchShape in(ClusterShape clusters) {
        return new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, dynamicSharedBytes, clusters);
    }

    /** The same in the clusters that a kernel declares, where the launch asks for none. */
    public LaunchShape of(KernelAttributes kernel) {
        return kernel.cluster().isExplicit() && !cluster.isExplicit() ? in(kernel.cluster()) : this;
    }

    /** The index in the grid of the block with a rank in a cluster. */
    public long blockOfCluster(long number, long rank) {
        long clustersX = gridX / cluster.x();
        long clustersY = gridY / cluster.y();
        long x = number % clustersX * cluster.x() + rank % cluster.x();
        long y = number / clustersX % clustersY * cluster.y() + rank / cluster.x() % cluster.y();
        long z = number / clustersX / clustersY * cluster.z() + rank / cluster.x() / cluster.y();
        return x + gridX * (y + gridY * z);
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
