package io.cdpsim.experiments.tune;

import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Sweep.SweepPoint;
import io.cdpsim.experiments.tune.TuningResult.EvaluatedPoint;
import io.cdpsim.workloads.Progress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The points run so far, each once. Several run in parallel; the result of the search does not depend on how many. */
final class PointEvaluator implements AutoCloseable {
    private final PointRunner runner;
    private final long seed;
    private final Progress progress;
    private final ExecutorService threads;
    private final Map<Map<String, String>, EvaluatedPoint> tried = new LinkedHashMap<>();

    PointEvaluator(PointRunner runner, long seed, int workers, Progress progress) {
        this.runner = runner;
        this.seed = seed;
        this.progress = progress;
        // A simulation cannot be interrupted, and the process must be able to exit.
        threads = Executors.newFixedThreadPool(workers, task -> {
            Thread thread = new Thread(task, "tune");
            thread.setDaemon(true);
            return thread;
        });
        progress.start("points", 0);
    }

    /** Runs the points that have not run yet, in parallel. */
    void tryAll(Collection<Map<String, String>> wanted) {
        List<Map<String, String>> missing = new ArrayList<>(new LinkedHashSet<>(wanted));
        missing.removeIf(tried::containsKey);
        List<Future<EvaluatedPoint>> running = new ArrayList<>();
        for (Map<String, String> each : missing) {
            SweepPoint point = new SweepPoint(tried.size() + running.size() + 1, each, seed);
            running.add(threads.submit(() -> run(point)));
        }
        for (Future<EvaluatedPoint> each : running) {
            EvaluatedPoint ended = get(each);
            tried.put(ended.settings(), ended);
            progress.done(tried.size());
        }
    }

    private EvaluatedPoint run(SweepPoint point) {
        return new EvaluatedPoint(point, runner.run(point));
    }

    private static EvaluatedPoint get(Future<EvaluatedPoint> running) {
        try {
            return running.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while points run", e);
        }
    }

    /** A point that has run. */
    @Nullable
    EvaluatedPoint find(Map<String, String> settings) {
        return tried.get(settings);
    }

    /** All points, in the order of their runs. */
    List<EvaluatedPoint> all() {
        return List.copyOf(tried.values());
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
