package io.cdpsim.cli.run;

import io.cdpsim.cli.option.ExampleNames;
import io.cdpsim.cli.timeline.ExampleListings;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim run example:NAME}, or {@code cdpsim run example NAME}. */
@Command(
        name = ExampleWorkloads.COMMAND,
        description = "A listing of the guides, whose outcome is checked; also written example:NAME."
                + " 'cdpsim examples' lists them.")
final class ExampleCommand implements Callable<Integer>, RunQuestionCommand {
    private final Workloads workloads;

    @Mixin
    private RunOptions run;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ExampleNames.class,
            description = "An example ('cdpsim examples').")
    private String name = "";

    private ExampleCommand(Workloads workloads) {
        this.workloads = workloads;
    }

    /** Makes the command, with the options that examples have. */
    static CommandLine of(Workloads workloads) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new ExampleCommand(workloads));
        ExampleWorkloads.addOptions(spec, workloads);
        return new CommandLine(spec);
    }

    @Override
    public Integer call() {
        Workload example = example();
        run.show(ExampleListings.of(name).orElse(""));
        return run.run(spec, example, WorkloadCommand.given(spec, example));
    }

    @Override
    public RunSpecification question() {
        Workload example = example();
        return run.question(spec, example, WorkloadCommand.given(spec, example), Optional.empty());
    }

    private Workload example() {
        List<Workload> examples = ExampleWorkloads.examples(workloads).toList();
        return examples.stream()
                .filter(each -> each.name().equals(ExampleWorkloads.PREFIX + name))
                .findFirst()
                .orElseThrow(() -> unknown(examples));
    }

    private InvalidInputException unknown(List<Workload> examples) {
        List<String> names = examples.stream()
                .map(each -> each.name().substring(ExampleWorkloads.PREFIX.length()))
                .toList();
        return new InvalidInputException("unknown example '" + name + "'"
                + SimilarName.of(name, names)
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse(", expected one of " + String.join(", ", names)));
    }
}
