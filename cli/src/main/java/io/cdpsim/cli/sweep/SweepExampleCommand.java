package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.ExampleNames;
import io.cdpsim.cli.run.ExampleWorkloads;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The sweep of a listing of the guides: {@code cdpsim sweep example:NAME}, or {@code cdpsim sweep example NAME}. */
@Command(
        name = ExampleWorkloads.COMMAND,
        description = "A listing of the guides; also written example:NAME. 'cdpsim examples' lists them.")
final class SweepExampleCommand implements Callable<Integer>, SweepSubmitCommand.Submission {
    private final Workloads workloads;

    @Mixin
    private SweepQuestionOptions question;

    @Mixin
    private SweepOptions sweep;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ExampleNames.class,
            description = "An example ('cdpsim examples').")
    private String name = "";

    private SweepExampleCommand(Workloads workloads) {
        this.workloads = workloads;
    }

    /** Makes the command, with the options that examples have. */
    static CommandLine of(Workloads workloads) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new SweepExampleCommand(workloads));
        ExampleWorkloads.addOptions(spec, workloads);
        return new CommandLine(spec);
    }

    @Override
    public Integer call() {
        return sweep.run(spec, specification(), workloads);
    }

    @Override
    public SweepSpecification specification() {
        Workload example = workloads.named(ExampleWorkloads.PREFIX + name);
        return question.specification(spec, example);
    }

    @Override
    public SweepOptions options() {
        return sweep;
    }
}
