package io.cdpsim.workloads.bfs;

import io.cdpsim.observe.ExecutionListener;
import io.cdpsim.workloads.Progress;

/** Tells how many vertices a search is done with, where the host cannot: inside a level, and while a driver runs the levels. */
final class SearchProgress implements ExecutionListener {
    private static final long GRIDS_BETWEEN = 64;

    private final Progress progress;
    private final SearchCheck check;
    private final boolean gridAVertex;
    private final boolean gridALevel;
    private long completed;
    private int level;
    private long begun;

    SearchProgress(Progress progress, SearchCheck check, BfsVariant variant) {
        this.progress = progress;
        this.check = check;
        this.gridAVertex = variant == BfsVariant.CDP;
        this.gridALevel = variant == BfsVariant.DRIVER;
    }

    /** The host has come to a level. */
    void levelBegins(long verticesBefore) {
        if (!gridAVertex) {
            progress.done(verticesBefore);
        }
    }

    @Override
    public void gridPosted(long grid, long parent, String kernel, int depth, long blocks, long timeCycles) {
        if (gridALevel && kernel.equals(ChildKernels.EXPAND)) {
            progress.done(begun);
            begun += check.size(level++);
        }
    }

    @Override
    public void gridCompleted(long grid, long timeCycles) {
        completed++;
        if (gridAVertex && completed % GRIDS_BETWEEN == 0) {
            progress.done(completed);
        }
    }
}
