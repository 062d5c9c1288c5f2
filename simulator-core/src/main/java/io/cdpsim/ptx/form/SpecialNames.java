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
            // Each block is a cluster of its own.
            case "%cluster_ctarank", "%cluster_ctaid.x", "%cluster_ctaid.y", "%cluster_ctaid.z" -> 0L;
            case "%cluster_nctarank", "%cluster_nctaid.x", "%cluster_nctaid.y", "%cluster_nctaid.z" -> 1L;
            // The fourth element of a vector of three.
            case "%tid.w", "%ntid.w", "%ctaid.w", "%nctaid.w" -> 0L;
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
            case "%ctaid.x", "%clusterid.x" -> SpecialRegister.BLOCK_X;
            case "%ctaid.y", "%clusterid.y" -> SpecialRegister.BLOCK_Y;
            case "%ctaid.z", "%clusterid.z" -> SpecialRegister.BLOCK_Z;
            case "%nctaid.x", "%nclusterid.x" -> SpecialRegister.GRID_DIM_X;
            case "%nctaid.y", "%nclusterid.y" -> SpecialRegister.GRID_DIM_Y;
            case "%nctaid.z", "%nclusterid.z" -> SpecialRegister.GRID_DIM_Z;
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
