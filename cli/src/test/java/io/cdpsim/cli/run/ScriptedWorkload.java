package io.cdpsim.cli.run;

import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.util.List;
import java.util.function.Function;

/**
 * A workload that does what a test tells it.
 *
 * @param options its options
 * @param results what it may report
 * @param script what it does
 */
public record ScriptedWorkload(
        List<WorkloadOption<?>> options, List<ResultName> results, Function<RunRequest, RunResult> script)
        implements Workload {
    /** A workload without options and results of its own. */
    public ScriptedWorkload(Function<RunRequest, RunResult> script) {
        this(List.of(), List.of(), script);
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public String summary() {
        return "Does 100% of ${what} a test tells it.";
    }

    @Override
    public RunResult run(RunRequest request) {
        return script.apply(request);
    }
}
