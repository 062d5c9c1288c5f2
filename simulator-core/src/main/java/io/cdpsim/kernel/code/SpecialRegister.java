package io.cdpsim.kernel.code;

/** Read-only registers that identify the thread and the time. */
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
    /** Cycles of the SM clock, 64 bits. */
    CLOCK,
    /** The low 32 bits of {@link #CLOCK}. */
    CLOCK_LOW,
    /** The high 32 bits of {@link #CLOCK}. */
    CLOCK_HIGH,
    /** Nanoseconds of the device-wide timer, 64 bits. */
    GLOBAL_TIMER,
    /** The low 32 bits of {@link #GLOBAL_TIMER}. */
    GLOBAL_TIMER_LOW,
    /** The high 32 bits of {@link #GLOBAL_TIMER}. */
    GLOBAL_TIMER_HIGH,
    /** Mask with the bit of the own lane. */
    LANE_MASK_EQUAL,
    /** Mask of the lanes below the own. */
    LANE_MASK_LESS,
    /** Mask of the lanes up to the own. */
    LANE_MASK_LESS_OR_EQUAL,
    /** Mask of the lanes above the own. */
    LANE_MASK_GREATER,
    /** Mask of the lanes from the own on. */
    LANE_MASK_GREATER_OR_EQUAL,
    /** SMs of the device. */
    SM_COUNT,
    /** Warps that an SM holds at most. */
    WARP_SLOT_COUNT,
    /** Number of the grid, 64 bits: no two grids of a run have the same. */
    GRID_ID,
    /** Handle of the graph that the grid is a node of, 64 bits; 0 if it is none. */
    CURRENT_GRAPH,
    /** Upper half of the address of the grid's workspace, which barriers of the grid use. */
    GRID_WORKSPACE_HIGH,
    /** Lower half of that address. */
    GRID_WORKSPACE_LOW,
    /** Dynamic shared memory of the block, bytes. */
    DYNAMIC_SHARED_BYTES,
    /** Shared memory of the block, static and dynamic, bytes. */
    TOTAL_SHARED_BYTES,
    /** Shared memory of a block with what the system reserves for it, bytes ({@code %aggr_smem_size}). */
    ALL_SHARED_BYTES,
    /** Where the shared memory starts that the system reserves for groups of several warps ({@code %reserved_smem_offset_1}). */
    RESERVED_SHARED_OFFSET,
    CLUSTER_X,
    CLUSTER_Y,
    CLUSTER_Z,
    /** Clusters of the grid along x. */
    CLUSTER_COUNT_X,
    CLUSTER_COUNT_Y,
    CLUSTER_COUNT_Z,
    /** Position of the block in its cluster. */
    CLUSTER_BLOCK_X,
    CLUSTER_BLOCK_Y,
    CLUSTER_BLOCK_Z,
    /** Blocks of a cluster along x. */
    CLUSTER_DIM_X,
    CLUSTER_DIM_Y,
    CLUSTER_DIM_Z,
    /** Rank of the block in its cluster. */
    CLUSTER_RANK,
    /** Blocks of a cluster. */
    CLUSTER_BLOCKS,
    /** 1 if the program requests clusters, otherwise 0. */
    CLUSTER_IS_EXPLICIT;

    /** Whether it is 64 bits wide. The others are 32 bits wide, which a register holds sign-extended. */
    public boolean isWide() {
        return this == CLOCK || this == GLOBAL_TIMER || this == GRID_ID || this == CURRENT_GRAPH;
    }

    /** Whether threads of a warp may read different values from it. */
    public boolean differsByThread() {
        return switch (this) {
            case THREAD_X,
                    THREAD_Y,
                    THREAD_Z,
                    LANE,
                    LANE_MASK_EQUAL,
                    LANE_MASK_LESS,
                    LANE_MASK_LESS_OR_EQUAL,
                    LANE_MASK_GREATER,
                    LANE_MASK_GREATER_OR_EQUAL -> true;
            default -> false;
        };
    }

    /** Whether it says where a block is in its grid, or how large these are: all threads of a block read the same. */
    public boolean isPlaceOfBlock() {
        return switch (this) {
            case BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z, BLOCK_X, BLOCK_Y, BLOCK_Z, GRID_DIM_X, GRID_DIM_Y, GRID_DIM_Z ->
                true;
            default -> false;
        };
    }

    /** Whether it says where a thread is in its warp, its block and its grid, or how large these are. */
    public boolean isPlaceOfThread() {
        return isPlaceOfBlock() || this == THREAD_X || this == THREAD_Y || this == THREAD_Z || this == LANE;
    }

    /** Whether it is a size of the grid or of its blocks, which a GPU passes like a parameter. */
    public boolean isSize() {
        return switch (this) {
            case BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z, GRID_DIM_X, GRID_DIM_Y, GRID_DIM_Z -> true;
            default -> false;
        };
    }

    /** Whether it reads a clock, so that two reads differ. */
    public boolean isClock() {
        return switch (this) {
            case CLOCK, CLOCK_LOW, CLOCK_HIGH, GLOBAL_TIMER, GLOBAL_TIMER_LOW, GLOBAL_TIMER_HIGH -> true;
            default -> false;
        };
    }
}
