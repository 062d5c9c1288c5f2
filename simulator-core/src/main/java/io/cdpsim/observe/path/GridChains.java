package io.cdpsim.observe.path;

import io.cdpsim.observe.RunEvent.WaitReason;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A grid that is in flight, as the path sees it. */
final class GridChains {
    final long parent;
    final int stream;
    /** Up to what it waits for now, and why it does. */
    CausalChain chain;

    WaitReason reason = WaitReason.LAUNCH_SERVER;

    /** For how long the pool is walked through before what it waits for. */
    long walkCycles;

    /** For how long no slot was free on the device up to when it came to the block scheduler. */
    long slotCyclesBefore;

    /** Its blocks that have an SM. */
    final Map<Long, BlockChains> blocks = new HashMap<>();

    /** The warp that called the device runtime last. */
    @Nullable
    CausalChain lastCall;

    /** The block that ended last. */
    @Nullable
    CausalChain blockEnded;

    /** What it launched and was complete last. */
    @Nullable
    CausalChain childCompleted;

    GridChains(long parent, int stream, CausalChain posted) {
        this.parent = parent;
        this.stream = stream;
        this.chain = posted;
    }

    /** What ended last of its threads and of what it launched. */
    CausalChain latest() {
        return CausalChain.later(CausalChain.later(chain, blockEnded), childCompleted);
    }
}
