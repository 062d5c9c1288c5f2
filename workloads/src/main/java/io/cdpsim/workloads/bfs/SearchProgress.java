package io.cdpsim.workloads.bfs;

import io.cdpsim.observe.ExecutionListener;
import io.cdpsim.workloads.Progress;

/** Counts completed grids where one grid is one step of the search, and tells now and then how many there are. */
final class SearchProgress implements ExecutionListener {
    private static final long GRIDS_BETWEEN = 64;

    private final Progress progress;
    private long completed;

    SearchProgress(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void gridCompleted(long grid, long timeCycles) {
        completed++;
        if (completed % GRIDS_BETWEEN == 0) {
            progress.done(completed);
        }
    }
}
