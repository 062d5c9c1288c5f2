package io.cdpsim.workloads.pending;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.GridEvent;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.RunWarning;
import io.cdpsim.workloads.Progress;
import java.util.EnumSet;
import java.util.Set;

/** Tells how many grids are complete, now and then, and keeps the first warning. */
final class CompletedGrids implements RunListener {
    private static final int BETWEEN_REPORTS = 1 << 10;

    private final Progress progress;
    private long completed;
    private String warning = "";

    CompletedGrids(Progress progress) {
        this.progress = progress;
    }

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID, EventKind.WARNING);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent.Completed) {
            if (++completed % BETWEEN_REPORTS == 0) {
                progress.done(completed);
            }
        } else if (event instanceof RunWarning first && warning.isEmpty()) {
            warning = first.rule() + ": " + first.message();
        }
    }

    /** The first warning: its rule and what happened; empty if there was none. */
    String firstWarning() {
        return warning;
    }
}
