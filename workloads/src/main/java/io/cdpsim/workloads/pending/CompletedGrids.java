package io.cdpsim.workloads.pending;

import io.cdpsim.observe.ExecutionListener;
import io.cdpsim.workloads.Progress;

/** Tells how many grids are complete, now and then, and keeps the first warning. */
final class CompletedGrids implements ExecutionListener {
    private static final int BETWEEN_REPORTS = 1 << 10;

    private final Progress progress;
    private long completed;
    private String warning = "";

    CompletedGrids(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void gridCompleted(long grid, long timeCycles) {
        if (++completed % BETWEEN_REPORTS == 0) {
            progress.done(completed);
        }
    }

    @Override
    public void warning(String rule, String message, long timeCycles) {
        if (warning.isEmpty()) {
            warning = rule + ": " + message;
        }
    }

    /** The first warning: its rule and what happened; empty if there was none. */
    String firstWarning() {
        return warning;
    }
}
