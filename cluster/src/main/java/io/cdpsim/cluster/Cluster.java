package io.cdpsim.cluster;

import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.run.Crew;
import io.cdpsim.experiments.sweep.run.PointQueue;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Workers, as the crew of a sweep. */
public final class Cluster implements Crew {
    private final Map<WorkerConnection, Integer> workers;
    private final Consumer<String> notices;
    private final List<Thread> threads = new ArrayList<>();

    private Cluster(Map<WorkerConnection, Integer> workers, Consumer<String> notices) {
        this.workers = workers;
        this.notices = notices;
    }

    /**
     * Introduces a sweep to workers.
     *
     * @param notices told, a sentence each, of workers that are lost or back while the sweep runs; by any thread
     * @throws InvalidInputException if one of them is not there, or does not run points of this sweep
     */
    public static Cluster of(List<Address> addresses, ClusterKey key, Sweep sweep, Consumer<String> notices) {
        PointRunner runner = new PointRunner(sweep);
        Map<WorkerConnection, Future<Integer>> answers = new LinkedHashMap<>();
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "cluster-introduction");
            thread.setDaemon(true);
            return thread;
        });
        try {
            for (Address each : addresses) {
                WorkerConnection worker = new WorkerConnection(each, key, sweep, runner);
                answers.put(worker, threads.submit(worker::introduce));
            }
            Map<WorkerConnection, Integer> workers = new LinkedHashMap<>();
            List<String> problems = new ArrayList<>();
            for (Map.Entry<WorkerConnection, Future<Integer>> each : answers.entrySet()) {
                try {
                    workers.put(each.getKey(), each.getValue().get());
                } catch (ExecutionException e) {
                    problems.add("the worker " + each.getKey().address() + " " + problem(e));
                }
            }
            if (!problems.isEmpty()) {
                throw new InvalidInputException(String.join("; ", problems));
            }
            return new Cluster(workers, notices);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidInputException("interrupted");
        } finally {
            threads.shutdownNow();
        }
    }

    private static String problem(ExecutionException e) {
        if (e.getCause() instanceof RefusedException refused) {
            return refused.reason();
        }
        if (e.getCause() instanceof IOException problem) {
            return "cannot be reached: " + WorkerConnection.reason(problem)
                    + "; start one there with 'cdpsim worker', or leave it out";
        }
        throw new IllegalStateException(e.getCause());
    }

    @Override
    public void start(PointQueue queue) {
        workers.forEach((worker, slots) -> {
            ClusterMember member = new ClusterMember(worker, notices);
            Thread thread = new Thread(() -> member.work(queue, slots), "cluster-member");
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        });
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
