package io.cdpsim.gpu.visibility;

import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** A warp as {@link VisibilityFeed} sees it: its threads, and their registers. */
public final class CheckedWarp {
    private final LaneState state;
    private final @Nullable BlockCausality block;
    private final int index;

    /**
     * The threads of a warp.
     *
     * @param state what the registers of its lanes hold
     * @param block their block, absent if accesses are not checked
     * @param index index of the warp in the block
     */
    public CheckedWarp(LaneState state, @Nullable BlockCausality block, int index) {
        this.state = state;
        this.block = block;
        this.index = index;
    }

    BlockCausality block() {
        return VisibilityFeed.known(block);
    }

    /** Index of the warp in its block. */
    int index() {
        return index;
    }

    /** The index in the block of the thread in a lane. */
    int thread(int lane) {
        return index * Lanes.COUNT + lane;
    }

    LaneState state() {
        return state;
    }
}
