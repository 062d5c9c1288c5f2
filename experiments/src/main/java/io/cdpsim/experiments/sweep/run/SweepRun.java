package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.plan.Point;
import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.Row;
import io.cdpsim.workloads.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs the points of a sweep that no store holds yet, on several threads of this process and wherever a crew runs some. */
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

    /**
     * Runs them on threads of this process.
     *
     * @param workers how many at a time, at least 1
     * @return as below
     * @throws IOException if a row cannot be kept; those before it are
     */
    public List<Row> run(int workers) throws IOException {
        return run(workers, Crew.NONE);
    }

    /**
     * Runs them on threads of this process, and wherever a crew runs some.
     *
     * @param workers how many at a time here, at least 1
     * @param crew who else runs points
     * @return the points that could not finish, each as a row with the reason; no store keeps them, so that the next run tries again
     * @throws IOException if a row cannot be kept; those before it are
     */
    public List<Row> run(int workers, Crew crew) throws IOException {
        progress.begin("points", points.size());
        progress.done(store.rows().size());
        List<Point> missing =
                points.stream().filter(each -> !store.holds(each.number())).toList();
        List<Row> unfinished = new ArrayList<>();
        List<Point> again = new ArrayList<>();
        for (PointEnd each : runAll(missing, workers, crew)) {
            if (each.outOfMemory() && (workers > 1 || crew != Crew.NONE)) {
                again.add(each.point());
            } else {
                unfinished.add(each.row());
            }
        }
        // Alone, a point has the memory that several had to share.
        runAll(again, 1, Crew.NONE).forEach(each -> unfinished.add(each.row()));
        return unfinished;
    }

    /** Runs points and keeps their rows; gives those that could not finish. */
    private List<PointEnd> runAll(List<Point> all, int workers, Crew crew) throws IOException {
        List<PointEnd> unfinished = new ArrayList<>();
        if (all.isEmpty()) {
            return unfinished;
        }
        PointQueue queue = new PointQueue(all);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            Thread thread = new Thread(() -> work(queue), "sweep");
            // Simulations cannot be interrupted: the program must be able to end beside them.
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((dead, fault) -> queue.fail(fault));
            thread.start();
            threads.add(thread);
        }
        try {
            crew.start(queue);
            for (int i = 0; i < all.size(); i++) {
                PointEnd end = queue.awaitEnd();
                if (end.isDone()) {
                    store.add(end.row());
                    progress.done(store.rows().size());
                } else {
                    unfinished.add(end);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            threads.forEach(Thread::interrupt);
        }
        return unfinished;
    }

    /** Runs points until the thread is interrupted. */
    private void work(PointQueue queue) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                queue.end(PointEnd.of(runner, queue.take()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
