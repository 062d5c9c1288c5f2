package io.cdpsim.gpu.visibility;

import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** A warp as {@link VisibilityFeed} sees it: whose threads it runs, and what their registers hold. */
public final class CheckedWarp {
    private final LaneState state;
    private @Nullable BlockCausality block;
    private int index;

    /** @param state what the registers of its lanes hold */
    public CheckedWarp(LaneState state) {
        this.state = state;
    }

    /**
     * It runs other threads from now on.
     *
     * @param newBlock their block, which is not there where nobody watches
     * @param newIndex which warp of the block it is
     */
    public void start(@Nullable BlockCausality newBlock, int newIndex) {
        block = newBlock;
        index = newIndex;
    }

    BlockCausality block() {
        return VisibilityFeed.known(block);
    }

    /** Which warp of the block it is. */
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
