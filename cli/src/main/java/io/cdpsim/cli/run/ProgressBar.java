package io.cdpsim.cli.run;

import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.workloads.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;

/**
 * A line on a terminal with the progress of a long run. It appears after two seconds, and is erased
 * when the run ends or the user stops it.
 */
public final class ProgressBar implements AutoCloseable {
    private static final long APPEARS_MILLIS = 2000;
    private static final long REFRESH_MILLIS = 200;
    private static final int WIDTH = 30;
    private static final String ERASE_LINE = "\r\033[K";

    /** Set by the launcher, since Java cannot test standard error alone. */
    private static final String TERMINAL_PROPERTY = "cdpsim.stderr.terminal";

    private final DoubleFunction<String> line;
    private final PrintWriter terminal;
    private final Thread painter;
    private final Thread eraser;
    private boolean closed;
    private boolean visible;

    /**
     * A bar that is not shown yet.
     *
     * @param workload the name of the workload
     * @param progress the progress that it reports
     * @param terminal the writer of the line
     */
    public ProgressBar(String workload, Progress progress, PrintWriter terminal) {
        this(
                seconds -> line(workload, progress.state(), progress.done(), seconds)
                        + (progress.note().isEmpty() ? "" : "  " + progress.note()),
                terminal);
    }

    /**
     * A bar with a custom line, not shown yet.
     *
     * @param line the line for an elapsed time in seconds, without a line end
     * @param terminal the writer of the line
     */
    public ProgressBar(DoubleFunction<String> line, PrintWriter terminal) {
        this.line = line;
        this.terminal = terminal;
        this.painter = new Thread(this::paint, "progress-bar");
        this.eraser = new Thread(this::erase, "progress-bar-eraser");
        painter.setDaemon(true);
    }

    /** Whether standard error is a terminal. */
    public static boolean isVisible() {
        return Boolean.getBoolean(TERMINAL_PROPERTY);
    }

    /**
     * Does work, with a bar if standard error is a terminal.
     *
     * @param name the name of the work
     * @param progress the progress that the work reports
     * @param isEnabled false for work without a bar
     * @param terminal the writer of the line
     */
    public static <T> T during(
            String name, Progress progress, boolean isEnabled, PrintWriter terminal, Supplier<T> work) {
        if (!isEnabled || !isVisible()) {
            return work.get();
        }
        try (ProgressBar bar = new ProgressBar(name, progress, terminal)) {
            bar.start();
            return work.get();
        }
    }

    /** Shows the line as soon as the run takes long. */
    public void start() {
        Runtime.getRuntime().addShutdownHook(eraser);
        painter.start();
    }

    /** The line for a state, without a line end. */
    public static String line(String workload, Progress.State state, long done, double seconds) {
        String elapsed = String.format(Locale.ROOT, "%.0f s", seconds);
        if (state.unit().isEmpty()) {
            return workload + "  " + elapsed;
        }
        String count = NumberFormats.count(done);
        if (state.total() <= 0) {
            return workload + "  " + count + " " + state.unit() + "  " + elapsed;
        }
        // A total may be an estimate that the run exceeds, so the share stays below 1.
        double share = Math.min(0.99, Math.max(0, (double) done / state.total()));
        int full = (int) (share * WIDTH);
        return "%s  [%s%s] %2.0f%%  %s of %s %s  %s"
                .formatted(
                        workload,
                        "#".repeat(full),
                        ".".repeat(WIDTH - full),
                        100 * share,
                        count,
                        NumberFormats.count(state.total()),
                        state.unit(),
                        elapsed);
    }

    private synchronized void paint() {
        long start = System.nanoTime();
        try {
            while (!closed) {
                double seconds = (System.nanoTime() - start) / 1e9;
                if (1000 * seconds >= APPEARS_MILLIS) {
                    terminal.print(ERASE_LINE + line.apply(seconds));
                    terminal.flush();
                    visible = true;
                }
                wait(REFRESH_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void erase() {
        closed = true;
        notifyAll();
        if (visible) {
            terminal.print(ERASE_LINE);
            terminal.flush();
            visible = false;
        }
    }

    /** Ends the line. */
    @Override
    public void close() {
        erase();
        try {
            Runtime.getRuntime().removeShutdownHook(eraser);
        } catch (IllegalStateException e) {
            // The user is stopping the program: the hook runs, and finds nothing to erase.
        }
    }
}
