package io.cdpsim.gpu.grid;

import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.profile.ClockSpec;

/** Special registers that say where a thread is, in its block, in its grid and in time. */
public final class PlaceRegisters {
    private PlaceRegisters() {}

    /**
     * The place of a thread in its block and its warp.
     *
     * @param thread its number in the block
     */
    public static long ofThread(SpecialRegister register, LaunchShape shape, long thread, int lane) {
        return switch (register) {
            // A division takes long, and most blocks have one row.
            case THREAD_X -> thread < shape.blockX() ? thread : thread % shape.blockX();
            case THREAD_Y -> thread / shape.blockX() % shape.blockY();
            case THREAD_Z -> thread / (shape.blockX() * shape.blockY());
            case LANE_MASK_EQUAL -> 1 << lane;
            case LANE_MASK_LESS -> (1 << lane) - 1;
            case LANE_MASK_LESS_OR_EQUAL -> (2 << lane) - 1;
            case LANE_MASK_GREATER -> -(2 << lane);
            case LANE_MASK_GREATER_OR_EQUAL -> -(1 << lane);
            default -> lane;
        };
    }

    /** The place of a block in its grid, and their dimensions. */
    public static long ofBlock(SpecialRegister register, BlockPlace block, LaunchShape shape) {
        return switch (register) {
            case BLOCK_X -> block.x();
            case BLOCK_Y -> block.y();
            case BLOCK_Z -> block.z();
            case BLOCK_DIM_X -> shape.blockX();
            case BLOCK_DIM_Y -> shape.blockY();
            case BLOCK_DIM_Z -> shape.blockZ();
            case GRID_DIM_X -> shape.gridX();
            case GRID_DIM_Y -> shape.gridY();
            case GRID_DIM_Z -> shape.gridZ();
            default -> throw new IllegalStateException(register + " is not of a block");
        };
    }

    /**
     * The place of a block in its cluster, and that of the cluster.
     *
     * @param block the place of the block in the grid
     * @param rank its rank in the cluster
     */
    public static long ofCluster(
            SpecialRegister register, BlockPlace block, int rank, LaunchShape shape, ClusterShape cluster) {
        return switch (register) {
            case CLUSTER_X -> block.x() / cluster.x();
            case CLUSTER_Y -> block.y() / cluster.y();
            case CLUSTER_Z -> block.z() / cluster.z();
            case CLUSTER_COUNT_X -> shape.gridX() / cluster.x();
            case CLUSTER_COUNT_Y -> shape.gridY() / cluster.y();
            case CLUSTER_COUNT_Z -> shape.gridZ() / cluster.z();
            case CLUSTER_BLOCK_X -> block.x() % cluster.x();
            case CLUSTER_BLOCK_Y -> block.y() % cluster.y();
            case CLUSTER_BLOCK_Z -> block.z() % cluster.z();
            case CLUSTER_DIM_X -> cluster.x();
            case CLUSTER_DIM_Y -> cluster.y();
            case CLUSTER_DIM_Z -> cluster.z();
            case CLUSTER_RANK -> rank;
            case CLUSTER_BLOCKS -> cluster.blocks();
            case CLUSTER_IS_EXPLICIT -> shape.cluster().isExplicit() ? 1 : 0;
            default -> throw new IllegalStateException(register + " is not of a cluster");
        };
    }

    /** A clock at a cycle. */
    public static long time(SpecialRegister register, ClockSpec clock, long now) {
        return switch (register) {
            case CLOCK -> now;
            case CLOCK_LOW -> (int) now;
            case CLOCK_HIGH -> (int) (now >>> Integer.SIZE);
            case GLOBAL_TIMER -> (long) clock.nanosFromCycles(now);
            case GLOBAL_TIMER_LOW -> (int) (long) clock.nanosFromCycles(now);
            case GLOBAL_TIMER_HIGH -> (int) ((long) clock.nanosFromCycles(now) >>> Integer.SIZE);
            default -> throw new IllegalStateException(register + " is no clock");
        };
    }
}
