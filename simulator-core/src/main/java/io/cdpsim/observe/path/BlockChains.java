package io.cdpsim.observe.path;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A block that has an SM, as the path sees it. */
final class BlockChains {
    /** From its grid's start to its own. */
    private final CausalChain placed;

    private @Nullable CausalChain[] warps = new CausalChain[1];

    /** The warp that came to a barrier last. */
    @Nullable
    CausalChain arrived;

    /** The warp whose threads exited last. */
    CausalChain ended;

    /** Whether it was swapped out and has come back since it was last asked. */
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
