package io.cdpsim.cli.sweep;

import io.cdpsim.cli.run.WorkloadCommand;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.Workloads;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The sweep of a workload: {@code cdpsim sweep bfs} and the like. */
@Command
final class SweptWorkloadCommand implements Callable<Integer> {
    private final Workloads workloads;
    private final Workload workload;

    @Mixin
    private QuestionOptions question;

    @Mixin
    private SweepOptions sweep;

    @Spec
    private CommandSpec spec;

    private SweptWorkloadCommand(Workloads workloads, Workload workload) {
        this.workloads = workloads;
        this.workload = workload;
    }

    /** Makes the command. */
    static CommandLine of(Workloads workloads, Workload workload) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new SweptWorkloadCommand(workloads, workload))
                .name(workload.name());
        spec.usageMessage().description(WorkloadCommand.literal(workload.summary()));
        for (WorkloadOption<?> each : workload.options()) {
            // An option of another project's workload may be called like one of sweeps; it can vary, or stand in a
            // file.
            if (spec.findOption("--" + each.name()) == null) {
                spec.addOption(WorkloadCommand.option(each));
            }
        }
        return new CommandLine(spec);
    }

    @Override
    public Integer call() {
        return sweep.run(spec, question.question(spec, workload), workloads);
    }
}
