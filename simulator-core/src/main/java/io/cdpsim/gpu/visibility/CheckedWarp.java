package io.cdpsim.gpu.visibility;

import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** A warp as {@link VisibilityFeed} sees it: its threads, and their registers. */
public final class CheckedWarp {
    private final LaneState state;
    private @Nullable BlockCausality block;
    private int index;

    /** @param state what the registers of its lanes hold */
    public CheckedWarp(LaneState state) {
        this.state = state;
    }

    /**
     * Assigns the warp to other threads.
     *
     * @param newBlock their block, absent if accesses are not checked
     * @param newIndex index of the warp in the block
     */
    public void start(@Nullable BlockCausality newBlock, int newIndex) {
        block = newBlock;
        index = newIndex;
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
