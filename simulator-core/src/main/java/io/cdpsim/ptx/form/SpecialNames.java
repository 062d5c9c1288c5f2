package io.cdpsim.ptx.form;

import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** PTX's names of special registers. */
public final class SpecialNames {
    private SpecialNames() {}

    /** The value of a special register that is the same everywhere; null if it is not. */
    public static @Nullable Long constant(String name) {
        return switch (name) {
            case "%WARP_SZ", "WARP_SZ" -> (long) Lanes.COUNT;
            // The fourth element of a vector of three.
            case "%tid.w",
                    "%ntid.w",
                    "%ctaid.w",
                    "%nctaid.w",
                    "%clusterid.w",
                    "%nclusterid.w",
                    "%cluster_ctaid.w",
                    "%cluster_nctaid.w" -> 0L;
            // Counters of a profiler, which a program alone does not start.
            case "%pm0", "%pm1", "%pm2", "%pm3", "%pm4", "%pm5", "%pm6", "%pm7" -> 0L;
            case "%pm0_64", "%pm1_64", "%pm2_64", "%pm3_64", "%pm4_64", "%pm5_64", "%pm6_64", "%pm7_64" -> 0L;
            // Where an H100's driver keeps its own shared memory (measurements/tensor/tensor-h100.txt).
            case "%reserved_smem_offset_begin", "%reserved_smem_offset_0" -> 0L;
            case "%reserved_smem_offset_end" -> 288L;
            case "%reserved_smem_offset_cap" -> 1024L;
            // Set by the driver for its own ends; undefined to a program.
            default -> name.startsWith("%envreg") && !name.equals("%envreg1") && !name.equals("%envreg2") ? 0L : null;
        };
    }

    /** The special register that a name means; null if none. */
    public static @Nullable SpecialRegister of(String name) {
        return switch (name) {
            case "%tid.x" -> SpecialRegister.THREAD_X;
            case "%tid.y" -> SpecialRegister.THREAD_Y;
            case "%tid.z" -> SpecialRegister.THREAD_Z;
            case "%ntid.x" -> SpecialRegister.BLOCK_DIM_X;
            case "%ntid.y" -> SpecialRegister.BLOCK_DIM_Y;
            case "%ntid.z" -> SpecialRegister.BLOCK_DIM_Z;
            case "%ctaid.x" -> SpecialRegister.BLOCK_X;
            case "%ctaid.y" -> SpecialRegister.BLOCK_Y;
            case "%ctaid.z" -> SpecialRegister.BLOCK_Z;
            case "%nctaid.x" -> SpecialRegister.GRID_DIM_X;
            case "%nctaid.y" -> SpecialRegister.GRID_DIM_Y;
            case "%nctaid.z" -> SpecialRegister.GRID_DIM_Z;
            case "%clusterid.x" -> SpecialRegister.CLUSTER_X;
            case "%nclusterid.x" -> SpecialRegister.CLUSTER_COUNT_X;
            case "%cluster_ctaid.x" -> SpecialRegister.CLUSTER_BLOCK_X;
            case "%cluster_nctaid.x" -> SpecialRegister.CLUSTER_DIM_X;
            case "%clusterid.y" -> SpecialRegister.CLUSTER_Y;
            case "%nclusterid.y" -> SpecialRegister.CLUSTER_COUNT_Y;
            case "%cluster_ctaid.y" -> SpecialRegister.CLUSTER_BLOCK_Y;
            case "%cluster_nctaid.y" -> SpecialRegister.CLUSTER_DIM_Y;
            case "%clusterid.z" -> SpecialRegister.CLUSTER_Z;
            case "%nclusterid.z" -> SpecialRegister.CLUSTER_COUNT_Z;
            case "%cluster_ctaid.z" -> SpecialRegister.CLUSTER_BLOCK_Z;
            case "%cluster_nctaid.z" -> SpecialRegister.CLUSTER_DIM_Z;
            case "%cluster_ctarank" -> SpecialRegister.CLUSTER_RANK;
            case "%cluster_nctarank" -> SpecialRegister.CLUSTER_BLOCKS;
            case "%is_explicit_cluster" -> SpecialRegister.CLUSTER_IS_EXPLICIT;
            case "%laneid" -> SpecialRegister.LANE;
            case "%warpid" -> SpecialRegister.WARP_SLOT;
            case "%nwarpid" -> SpecialRegister.WARP_SLOT_COUNT;
            case "%smid" -> SpecialRegister.SM;
            case "%nsmid" -> SpecialRegister.SM_COUNT;
            case "%gridid" -> SpecialRegister.GRID_ID;
            case "%current_graph_exec" -> SpecialRegister.CURRENT_GRAPH;
            // What cooperative_groups reads for this_grid().
            case "%envreg1" -> SpecialRegister.GRID_WORKSPACE_HIGH;
            case "%envreg2" -> SpecialRegister.GRID_WORKSPACE_LOW;
            case "%clock" -> SpecialRegister.CLOCK_LOW;
            case "%clock_hi" -> SpecialRegister.CLOCK_HIGH;
            case "%clock64" -> SpecialRegister.CLOCK;
            case "%globaltimer" -> SpecialRegister.GLOBAL_TIMER;
            case "%globaltimer_lo" -> SpecialRegister.GLOBAL_TIMER_LOW;
            case "%globaltimer_hi" -> SpecialRegister.GLOBAL_TIMER_HIGH;
            case "%lanemask_eq" -> SpecialRegister.LANE_MASK_EQUAL;
            case "%lanemask_lt" -> SpecialRegister.LANE_MASK_LESS;
            case "%lanemask_le" -> SpecialRegister.LANE_MASK_LESS_OR_EQUAL;
            case "%lanemask_gt" -> SpecialRegister.LANE_MASK_GREATER;
            case "%lanemask_ge" -> SpecialRegister.LANE_MASK_GREATER_OR_EQUAL;
            case "%dynamic_smem_size" -> SpecialRegister.DYNAMIC_SHARED_BYTES;
            case "%total_smem_size" -> SpecialRegister.TOTAL_SHARED_BYTES;
            case "%aggr_smem_size" -> SpecialRegister.ALL_SHARED_BYTES;
            // What cooperative_groups keeps for tiles of several warps.
            case "%reserved_smem_offset_1" -> SpecialRegister.RESERVED_SHARED_OFFSET;
            default -> null;
        };
    }
}
