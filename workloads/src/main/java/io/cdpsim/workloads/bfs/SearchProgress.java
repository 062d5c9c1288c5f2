package io.cdpsim.workloads.bfs;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import java.util.EnumSet;
import java.util.Set;

/** Reports the number of processed vertices where the host cannot: inside a level, and while a driver runs the levels. */
final class SearchProgress implements RunListener {
    private static final long GRIDS_BETWEEN = 64;

    private final Progress progress;
    private final SearchCheck check;
    private final boolean gridAVertex;
    private final boolean gridALevel;
    private long completed;
    private int level;
    private long startedAt;

    SearchProgress(Progress progress, SearchCheck check, BfsVariant variant) {
        this.progress = progress;
        this.check = check;
        this.gridAVertex = variant == BfsVariant.CDP;
        this.gridALevel = variant == BfsVariant.DRIVER;
    }

    /** The host has reached a level. */
    void levelStarts(long verticesBefore) {
        if (!gridAVertex) {
            progress.done(verticesBefore);
        }
    }

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent.Posted posted
                && gridALevel
                && posted.kernel().equals(ChildKernels.EXPAND)) {
            progress.done(startedAt);
            startedAt += check.size(level++);
        } else if (event instanceof GridEvent.Completed) {
            completed++;
            if (gridAVertex && completed % GRIDS_BETWEEN == 0) {
                progress.done(completed);
            }
        }
    }
}
