package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.Sweep.SweepPoint;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.workloads.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs the points of a sweep that no store holds yet, on several threads. */
public final class SweepRun {
    private final PointRunner runner;
    private final List<SweepPoint> points;
    private final SweepRowStore store;
    private final Progress progress;

    /**
     * A run that has not started.
     *
     * @param sweep the sweep
     * @param shard the points to run
     * @param store the store of finished rows
     * @param progress notified of each finished point
     */
    public SweepRun(Sweep sweep, Shard shard, SweepRowStore store, Progress progress) {
        this.runner = new PointRunner(sweep);
        this.points = sweep.points().stream().filter(shard::holds).toList();
        this.store = store;
        this.progress = progress;
    }

    /**
     * The result of one point.
     *
     * @param row the point's row; where the point could not finish, a row with the reason
     * @param isFinished false where the host or a fault of CDPSim stopped the point
     * @param isOutOfMemory whether the heap was too small: a point that runs alone has more of it
     */
    private record PointResult(SweepPoint point, SweepRow row, boolean isFinished, boolean isOutOfMemory) {}

    /**
     * Runs the points.
     *
     * @param workers how many run at a time, at least 1
     * @return the points that could not finish, each as a row with the reason; the store does not keep them, so the next run tries them again
     * @throws IOException if a row cannot be kept; earlier rows are
     */
    public List<SweepRow> run(int workers) throws IOException {
        progress.start("points", points.size());
        progress.done(store.rows().size());
        List<SweepPoint> missing =
                points.stream().filter(each -> !store.holds(each.number())).toList();
        List<SweepRow> unfinished = new ArrayList<>();
        List<SweepPoint> again = new ArrayList<>();
        for (PointResult each : runAll(missing, workers)) {
            if (each.isOutOfMemory() && workers > 1) {
                again.add(each.point());
            } else {
                unfinished.add(each.row());
            }
        }
        // Alone, a point has the heap that several shared.
        runAll(again, 1).forEach(each -> unfinished.add(each.row()));
        return unfinished;
    }

    /** Runs points and keeps their rows; returns the results of points that could not finish. */
    private List<PointResult> runAll(List<SweepPoint> all, int workers) throws IOException {
        List<PointResult> unfinished = new ArrayList<>();
        if (all.isEmpty()) {
            return unfinished;
        }
        ExecutorService threads = Executors.newFixedThreadPool(workers, task -> {
            Thread thread = new Thread(task, "sweep");
            // A simulation cannot be interrupted: the process must be able to exit while one runs.
            thread.setDaemon(true);
            return thread;
        });
        CompletionService<PointResult> results = new ExecutorCompletionService<>(threads);
        try {
            all.forEach(each -> results.submit(() -> result(each)));
            for (int i = 0; i < all.size(); i++) {
                PointResult result = results.take().get();
                if (result.isFinished()) {
                    store.add(result.row());
                    progress.done(store.rows().size());
                } else {
                    unfinished.add(result);
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
        return unfinished;
    }

    private PointResult result(SweepPoint point) {
        try {
            return new PointResult(point, runner.run(point), true, false);
        } catch (OutOfMemoryError e) {
            return unfinished(point, "out of memory; reduce the run, or give Java a larger heap", true);
        } catch (RuntimeException | Error e) {
            return unfinished(point, "a fault of cdpsim, not of its input: " + e + "; please report it", false);
        }
    }

    private PointResult unfinished(SweepPoint point, String reason, boolean isOutOfMemory) {
        return new PointResult(point, runner.unfinished(point, "not finished: " + reason), false, isOutOfMemory);
    }
}
