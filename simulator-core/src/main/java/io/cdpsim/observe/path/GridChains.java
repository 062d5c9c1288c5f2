package io.cdpsim.observe.path;

import io.cdpsim.observe.RunEvent.WaitReason;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A grid in flight, for the critical path. */
final class GridChains {
    final long parent;
    final int stream;
    /** The chain up to its current wait, and the reason of that. */
    CausalChain chain;

    WaitReason reason = WaitReason.LAUNCH_SERVER;

    /** Duration of the pool scan before its next step. */
    long poolScanCycles;

    /** How long the resident-grid limit was reached up to its arrival at the block scheduler. */
    long slotCyclesBefore;

    /** Its resident blocks. */
    final Map<Long, BlockChains> blocks = new HashMap<>();

    /** The last warp that called the device runtime. */
    @Nullable
    CausalChain lastCall;

    /** The block that ended last. */
    @Nullable
    CausalChain blockEnded;

    /** Its last completed child. */
    @Nullable
    CausalChain childCompleted;

    GridChains(long parent, int stream, CausalChain posted) {
        this.parent = parent;
        this.stream = stream;
        this.chain = posted;
    }

    /** The last end, of its threads or of its children. */
    CausalChain latest() {
        return CausalChain.later(CausalChain.later(chain, blockEnded), childCompleted);
    }
}
