package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;

/** An SM's interface to the owner of the blocks on it, which learns when their threads start and end. */
public interface BlockOwner {
    /** The threads of a block are about to start. */
    void blockStarts(Block block);

    /** All threads of a warp have exited. */
    void warpEnded(Warp warp, long time);

    /** All threads of a warp on an SM that runs ahead have exited: what the SM learns. @return whether it was the last of its block */
    boolean endsOnSm(Warp warp, long time);

    /** Warps of SMs that ran ahead have ended, after so many cycles on the SM in all. */
    void warpsEnded(long residentCycles);

    /** All warps of a block have ended, on an SM that ran ahead. */
    void blockEnded(Block block);
}
