package io.cdpsim.workloads.catalog;

import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.SharedOptions;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.WorkloadProvider;
import io.cdpsim.workloads.examples.Example;
import io.cdpsim.workloads.examples.ExampleRun;
import io.cdpsim.workloads.examples.Examples;
import java.util.List;

/** Provides the listings of the guides as workloads: {@code example:NAME}. */
public final class ExampleWorkloads implements WorkloadProvider {
    /** Called by the service loader. */
    public ExampleWorkloads() {}

    @Override
    public List<Workload> workloads() {
        return Examples.all().stream().<Workload>map(ExampleWorkload::new).toList();
    }

    @Override
    public int position() {
        return 20;
    }

    private record ExampleWorkload(Example example) implements Workload {
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
}
