package io.cdpsim.workloads.catalog;

import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.SharedOptions;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.examples.ExampleRun;
import io.cdpsim.workloads.examples.listing.Example;
import java.util.List;

/** A listing of the guides as a workload: {@code example:NAME}. */
record ExampleWorkload(Example example) implements Workload {
    @Override
    public String name() {
        return ExampleRun.workload(example);
    }

    @Override
    public String summary() {
        return example.shows();
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(SharedOptions.POOL);
    }

    @Override
    public List<ResultName> results() {
        return ExampleRun.RESULTS;
    }

    @Override
    public RunResult run(RunRequest request) {
        return new ExampleRun(example).run(request.machine(), request.progress());
    }
}
