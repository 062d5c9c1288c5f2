package io.cdpsim.runtime.cost;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;

/**
 * By which part completions take longer below the top level.
 *
 * <p>Where many grids below the top level wait for a warp's worth of children each, hardware is in one of two states from run to run
 * ({@code series-h200.txt} in {@code measurements}, trees; with 8 children each it is not). What decides is not known: it is drawn, once for a run.
 */
final class NestedCompletionDelay {
    private static final int MANY_CHILDREN = Lanes.COUNT;

    private final GridTable grids;
    private final CompletionSpec costs;
    /** By entry, how many children a grid below the top level has posted. */
    private int[] children = new int[64];

    /** Those that wait, and all that have since anybody did. */
    private int count;

    private int together;
    private final boolean crowdIsSlow;
    private final boolean streamCrowdIsSlow;

    NestedCompletionDelay(GridTable grids, CompletionSpec costs, NondeterministicChoices freedom) {
        this.grids = grids;
        this.costs = costs;
        crowdIsSlow = freedom.isInState(costs.crowd().odds());
        streamCrowdIsSlow = freedom.isInState(costs.crowd().streamOdds());
    }

    /** A grid is posted. */
    void posted(int entry) {
        int parent = grids.parent(entry);
        if (parent == 0 || grids.depth(parent) == 0) {
            return;
        }
        if (parent >= children.length) {
            children = Arrays.copyOf(children, 2 * parent);
        }
        children[parent]++;
        if (children[parent] == MANY_CHILDREN) {
            count++;
            together++;
        }
    }

    /** All children of a grid are complete. */
    void completed(int entry) {
        if (isInCrowd(entry)) {
            count--;
            together = count == 0 ? 0 : together;
        }
        if (entry < children.length) {
            children[entry] = 0;
        }
    }

    private boolean isInCrowd(int entry) {
        return entry < children.length && children[entry] >= MANY_CHILDREN;
    }

    /** The share by which the completion of a grid takes longer than at the top level. */
    double share(int entry) {
        int posting = grids.parent(entry);
        if (posting == 0 || grids.depth(posting) == 0) {
            return 0;
        }
        LaunchShape shape = grids.shape(posting);
        if (shape.blocks() > 1 && shape.warpsPerBlock() > 1) {
            return costs.nestedWarpsShare();
        }
        if (together < costs.crowd().parents() || !isInCrowd(posting)) {
            return 0;
        }
        if (grids.kind(entry) == GridKind.STREAM_GRID) {
            return streamCrowdIsSlow ? costs.crowd().streamShare() : 0;
        }
        return crowdIsSlow ? costs.crowd().share() : 0;
    }
}
