package io.cdpsim.workloads.sweep.run;

import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.sweep.plan.Point;
import io.cdpsim.workloads.sweep.plan.PointRunner;
import io.cdpsim.workloads.sweep.plan.Shard;
import io.cdpsim.workloads.sweep.plan.Sweep;
import io.cdpsim.workloads.sweep.row.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the points of a sweep that no store holds yet, on several threads of this process. */
public final class SweepRun {
    private final PointRunner runner;
    private final List<Point> points;
    private final RowStore store;
    private final Progress progress;

    /**
     * Nothing has run yet.
     *
     * @param sweep what to run
     * @param shard which of its points
     * @param store where finished rows are, and are kept
     * @param progress told of each finished point
     */
    public SweepRun(Sweep sweep, Shard shard, RowStore store, Progress progress) {
        this.runner = new PointRunner(sweep);
        this.points = sweep.points().stream().filter(shard::holds).toList();
        this.store = store;
        this.progress = progress;
    }

    /** What became of a point: its row, or what kept it from finishing, which lies in this computer or in CDPSim and not in the point. */
    private record Ended(Point point, Row row, String hindrance, boolean outOfMemory) {}

    /**
     * Runs them.
     *
     * @param workers how many at a time, at least 1
     * @return the points that could not finish, each as a row with the reason; no store keeps them, so that the next run tries again
     * @throws IOException if a row cannot be kept; those before it are
     */
    public List<Row> run(int workers) throws IOException {
        progress.begin("points", points.size());
        progress.done(store.rows().size());
        List<Point> missing =
                points.stream().filter(each -> !store.holds(each.number())).toList();
        List<Row> unfinished = new ArrayList<>();
        List<Point> again = new ArrayList<>();
        for (Ended each : runAll(missing, workers)) {
            if (each.outOfMemory() && workers > 1) {
                again.add(each.point());
            } else {
                unfinished.add(each.row());
            }
        }
        // Alone, a point has the memory that several had to share.
        runAll(again, 1).forEach(each -> unfinished.add(each.row()));
        return unfinished;
    }

    /** Runs points and keeps their rows; gives those that could not finish. */
    private List<Ended> runAll(List<Point> all, int workers) throws IOException {
        List<Ended> unfinished = new ArrayList<>();
        // Simulations cannot be interrupted: the program must be able to end beside them.
        ExecutorService threads = Executors.newFixedThreadPool(workers, task -> {
            Thread thread = new Thread(task, "sweep");
            thread.setDaemon(true);
            return thread;
        });
        try {
            CompletionService<Ended> service = new ExecutorCompletionService<>(threads);
            Iterator<Point> next = all.iterator();
            int running = 0;
            while (next.hasNext() || running > 0) {
                while (next.hasNext() && running < workers) {
                    Point point = next.next();
                    Future<Ended> unused = service.submit(() -> end(point));
                    running++;
                }
                Ended ended = service.take().get();
                running--;
                if (ended.hindrance().isEmpty()) {
                    store.add(ended.row());
                    progress.done(store.rows().size());
                } else {
                    unfinished.add(ended);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        return unfinished;
    }

    private Ended end(Point point) {
        try {
            return new Ended(point, runner.run(point), "", false);
        } catch (OutOfMemoryError e) {
            return unfinished(point, "not finished: out of memory; ask for less, or give Java a larger heap", true);
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            return unfinished(
                    point, "not finished: a fault of cdpsim, not of its input: " + e + "; please report it", false);
        }
    }

    private Ended unfinished(Point point, String hindrance, boolean outOfMemory) {
        return new Ended(point, runner.unfinished(point, hindrance), hindrance, outOfMemory);
    }
}
