package io.cdpsim.cluster;

import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.Workloads;
import java.util.List;
import java.util.function.Consumer;

/**
 * A small workload that tells a test of each run.
 *
 * @param watcher told before it runs, by the thread that runs it
 */
record WatchedWorkload(Consumer<RunRequest> watcher) implements Workload {
    private static final Workload SMALL = Workloads.installed().named("recursive");

    @Override
    public String name() {
        return SMALL.name();
    }

    @Override
    public String summary() {
        return SMALL.summary();
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return SMALL.options();
    }

    @Override
    public List<ResultName> results() {
        return SMALL.results();
    }

    @Override
    public RunResult run(RunRequest request) {
        watcher.accept(request);
        return SMALL.run(request);
    }
}
