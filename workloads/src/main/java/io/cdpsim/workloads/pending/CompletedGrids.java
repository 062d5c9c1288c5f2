package io.cdpsim.workloads.pending;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.GridEvent;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.workloads.Progress;
import java.util.EnumSet;
import java.util.Set;

/** Tells how many grids are complete, now and then. */
final class CompletedGrids implements RunListener {
    private static final int BETWEEN_REPORTS = 1 << 10;

    private final Progress progress;
    private long completed;

    CompletedGrids(Progress progress) {
        this.progress = progress;
    }

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent.Completed) {
            if (++completed % BETWEEN_REPORTS == 0) {
                progress.done(completed);
            }
        }
    }
}
