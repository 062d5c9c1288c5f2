package io.cdpsim.memory.visibility.causality;

import org.jspecify.annotations.Nullable;

/**
 * A grid with the chain of those above it up to the host: its parents, or its launchers. One at a given depth is found in logarithmically many steps:
 * each member also knows one farther up (E. W. Myers, "An applicative random-access stack", 1983).
 */
final class Lineage {
    private final GridCausality grid;
    private final @Nullable Lineage above;
    private final Lineage farAbove;
    private final int depth;

    /** The chain of the host alone. */
    Lineage(GridCausality host) {
        this.grid = host;
        this.above = null;
        this.farAbove = this;
        this.depth = 0;
    }

    /** The chain of a grid below another. */
    Lineage(GridCausality grid, Lineage above) {
        Lineage far = above.farAbove;
        this.grid = grid;
        this.above = above;
        this.farAbove = above.depth - far.depth == far.depth - far.farAbove.depth ? far.farAbove : above;
        this.depth = above.depth + 1;
    }

    /** Number of members above it. */
    int depth() {
        return depth;
    }

    /** The member with a number of others above it, from 0, the host; null if the chain is shorter. */
    @Nullable
    GridCausality at(int ofDepth) {
        Lineage each = this;
        while (each != null && each.depth > ofDepth) {
            each = each.farAbove.depth >= ofDepth ? each.farAbove : each.above;
        }
        return each != null && each.depth == ofDepth ? each.grid : null;
    }
}
