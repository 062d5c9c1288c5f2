package io.cdpsim.cli.sweep;

import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.workloads.Progress;
import java.util.Locale;

/** The progress of a sweep, with the time that is left if the points to come take as long as those before. */
final class SweepProgress {
    private final String workload;
    private final Progress progress;
    private final int restored;

    /**
     * The progress of a sweep.
     *
     * @param workload what runs
     * @param progress where the sweep says how far it is
     * @param restored points that were done when it began, which say nothing of how long one takes
     */
    SweepProgress(String workload, Progress progress, int restored) {
        this.workload = workload;
        this.progress = progress;
        this.restored = restored;
    }

    /** The line after so many seconds. */
    String at(double seconds) {
        long done = progress.done();
        String line = ProgressBar.line(workload, progress.state(), done, seconds);
        long now = done - restored;
        long toCome = progress.state().total() - done;
        return now <= 0 ? line : line + ", " + remaining(seconds / now * toCome) + " left";
    }

    private static String remaining(double seconds) {
        if (seconds < 100) {
            return String.format(Locale.ROOT, "%.0f s", seconds);
        }
        return seconds < 100 * 60
                ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
                : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
    }
}
