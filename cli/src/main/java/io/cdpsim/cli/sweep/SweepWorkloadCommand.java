package io.cdpsim.cli.sweep;

import io.cdpsim.cli.run.WorkloadCommand;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The sweep of a workload: {@code cdpsim sweep bfs} and the like. */
@Command
final class SweepWorkloadCommand implements Callable<Integer>, SweepSubmitCommand.Submission {
    private final Workloads workloads;
    private final Workload workload;

    @Mixin
    private SweepQuestionOptions question;

    @Mixin
    private SweepOptions sweep;

    @Spec
    private CommandSpec spec;

    private SweepWorkloadCommand(Workloads workloads, Workload workload) {
        this.workloads = workloads;
        this.workload = workload;
    }

    /** Makes the command. */
    static CommandLine of(Workloads workloads, Workload workload) {
        return WorkloadCommand.about(workload, new SweepWorkloadCommand(workloads, workload));
    }

    @Override
    public Integer call() {
        return sweep.run(spec, specification(), workloads);
    }

    @Override
    public SweepSpecification specification() {
        return question.specification(spec, workload);
    }

    @Override
    public SweepOptions options() {
        return sweep;
    }
}
