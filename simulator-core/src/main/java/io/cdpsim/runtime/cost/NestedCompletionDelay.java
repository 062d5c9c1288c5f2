package io.cdpsim.runtime.cost;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.runtime.launch.ChunkedArray;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import io.cdpsim.warp.Lanes;

/**
 * Delay of completions by what launched the grids.
 *
 * <p>Grids that blocks of many threads of the host launched complete more slowly, except where their kernel asks for a large shared-memory
 * carveout (floodtrace in {@code measurements}). Below nested grids, {@link CompletionSpec#sharedKibCycles} says what the carveout does.
 *
 * <p>Where many nested grids each wait for at least a warp's worth of children, the hardware is in a fast or a slow state, which differs from
 * run to run ({@code series-h200.txt} in {@code measurements}, trees). With 8 children each there is only one state. The more launches there
 * are below such grids, the more runs are slow. The cause is unknown, so each run draws once how many launches make it slow.
 */
final class NestedCompletionDelay {
    private static final int MANY_CHILDREN = Lanes.COUNT;

    private final GridTable grids;
    private final CompletionSpec costs;
    /** By entry, the number of children that a nested grid has posted. */
    private final ChunkedArray.OfInt children = new ChunkedArray.OfInt();
    /** Nested grids with many children that wait now. */
    private int waitingParents;
    /** Nested grids with many children that have waited since none did. */
    private int parentsSinceIdle;

    /** Their launches, fire-and-forget and into ordinary streams. */
    private long launchesSinceIdle;

    private long streamLaunchesSinceIdle;

    private final NondeterministicChoices choices;

    NestedCompletionDelay(GridTable grids, CompletionSpec costs, NondeterministicChoices choices) {
        this.grids = grids;
        this.costs = costs;
        this.choices = choices;
    }

    /** Counts a posted grid. */
    void posted(int entry) {
        int parent = grids.parent(entry);
        if (parent == 0 || grids.depth(parent) == 0) {
            return;
        }
        children.ensureIndex(parent);
        int posted = children.get(parent) + 1;
        children.set(parent, posted);
        if (posted == MANY_CHILDREN) {
            waitingParents++;
            parentsSinceIdle++;
        }
        if (posted >= MANY_CHILDREN) {
            // The launches of a grid are nearly always of one kind.
            int launches = posted == MANY_CHILDREN ? MANY_CHILDREN : 1;
            if (grids.kind(entry) == GridKind.STREAM_GRID) {
                streamLaunchesSinceIdle += launches;
            } else {
                launchesSinceIdle += launches;
            }
        }
    }

    /** Forgets a grid whose children are all complete. */
    void completed(int entry) {
        if (hasManyChildren(entry)) {
            waitingParents--;
            if (waitingParents == 0) {
                parentsSinceIdle = 0;
                launchesSinceIdle = 0;
                streamLaunchesSinceIdle = 0;
            }
        }
        if (entry < children.length()) {
            children.set(entry, 0);
        }
    }

    private boolean hasManyChildren(int entry) {
        return children(entry) >= MANY_CHILDREN;
    }

    private int children(int entry) {
        return entry < children.length() ? children.get(entry) : 0;
    }

    /** The fraction by which the completion of a grid takes longer than at the top level. */
    double delay(int entry) {
        int parent = grids.parent(entry);
        if (parent == 0) {
            return 0;
        }
        LaunchShape shape = grids.shape(parent);
        double blocksDelay = largeBlocksDelay(entry, shape);
        return grids.depth(parent) == 0 ? blocksDelay : Math.max(blocksDelay, nestedDelay(entry, parent, shape));
    }

    private double largeBlocksDelay(int entry, LaunchShape launcher) {
        boolean hasBlocks = grids.kind(entry) != GridKind.EVENT_WAIT && !grids.isMemoryOperation(entry);
        int warps = hasBlocks ? grids.shape(entry).warpsPerBlock() : 1;
        return costs.largeBlocks()
                .delay(grids.kind(entry) == GridKind.STREAM_GRID, launcher.threadsPerBlock(), launcher.blocks(), warps);
    }

    private double nestedDelay(int entry, int parent, LaunchShape shape) {
        if (shape.blocks() > 1 && children(parent) > shape.blocks() * Lanes.COUNT) {
            return costs.nestedWarpsDelay();
        }
        if (parentsSinceIdle < costs.slowState().minParents() || !hasManyChildren(parent)) {
            return 0;
        }
        CompletionSpec.SlowState state = costs.slowState();
        if (grids.kind(entry) == GridKind.STREAM_GRID) {
            double slowInStreams = state.streamOnset().probability(streamLaunchesSinceIdle);
            return choices.hasReachedSecondState(slowInStreams) ? state.streamDelay() : 0;
        }
        double slow = state.onset().probability(launchesSinceIdle);
        return choices.hasReachedSecondState(slow) ? state.delay() : 0;
    }
}
