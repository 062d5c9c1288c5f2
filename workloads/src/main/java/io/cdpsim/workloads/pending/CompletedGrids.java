package io.cdpsim.workloads.pending;

import io.cdpsim.observe.ExecutionListener;
import io.cdpsim.workloads.Progress;

/** Tells how many grids are complete, now and then. */
final class CompletedGrids implements ExecutionListener {
    private static final int BETWEEN_REPORTS = 1 << 10;

    private final Progress progress;
    private long completed;

    CompletedGrids(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void gridCompleted(long grid, long timeCycles) {
        if (++completed % BETWEEN_REPORTS == 0) {
            progress.done(completed);
        }
    }
}
