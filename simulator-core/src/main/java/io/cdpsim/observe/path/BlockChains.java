package io.cdpsim.observe.path;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A resident block, for the critical path. */
final class BlockChains {
    /** From the start of its grid to its own. */
    private final CausalChain placed;

    private @Nullable CausalChain[] warps = new CausalChain[1];

    /** The warp that arrived at a barrier last. */
    @Nullable
    CausalChain arrived;

    /** The warp whose threads exited last. */
    CausalChain ended;

    /** Whether it was swapped out and in since the last query. */
    boolean cameBack;

    BlockChains(CausalChain placed) {
        this.placed = placed;
        ended = placed;
    }

    CausalChain warp(int index) {
        CausalChain known = index < warps.length ? warps[index] : null;
        return known == null ? placed : known;
    }

    void warp(int index, CausalChain chain) {
        if (index >= warps.length) {
            warps = Arrays.copyOf(warps, Math.max(index + 1, 2 * warps.length));
        }
        warps[index] = chain;
    }
}
