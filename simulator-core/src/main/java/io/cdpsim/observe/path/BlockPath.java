package io.cdpsim.observe.path;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A block that has an SM, as the path sees it. */
final class BlockPath {
    /** From its grid's beginning to its own. */
    private final Chain placed;

    private @Nullable Chain[] warps = new Chain[1];

    /** The warp that came to a barrier last. */
    @Nullable
    Chain arrived;

    /** The warp whose threads exited last. */
    Chain ended;

    /** Whether it was swapped out and has come back since it was last asked. */
    boolean cameBack;

    BlockPath(Chain placed) {
        this.placed = placed;
        ended = placed;
    }

    Chain warp(int index) {
        Chain known = index < warps.length ? warps[index] : null;
        return known == null ? placed : known;
    }

    void warp(int index, Chain chain) {
        if (index >= warps.length) {
            warps = Arrays.copyOf(warps, Math.max(index + 1, 2 * warps.length));
        }
        warps[index] = chain;
    }
}
