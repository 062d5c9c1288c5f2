package io.cdpsim.cli.sweep;

import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.workloads.Progress;
import java.util.Locale;

/** The progress of a sweep, with the remaining time if further points take as long as the finished ones. */
final class SweepProgress {
    private final String workload;
    private final Progress progress;
    private final int restored;

    /**
     * The progress of a sweep.
     *
     * @param workload the name of the workload
     * @param progress the progress that the sweep reports
     * @param restored points that were done at the start, which do not count for the duration of one
     */
    SweepProgress(String workload, Progress progress, int restored) {
        this.workload = workload;
        this.progress = progress;
        this.restored = restored;
    }

    /** The line for an elapsed time in seconds. */
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
