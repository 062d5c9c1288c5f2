package io.cdpsim.cli.run;

import io.cdpsim.cli.option.PathArgument;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.programs.plan.PtxPaths;
import io.cdpsim.programs.plan.PtxWorkload;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim run prog.ptx --plan plan.yaml}, or {@code cdpsim run ptx prog.ptx ...}: runs a plan, or lists the kernels. */
@Command(
        name = PtxWorkload.NAME,
        description = "Kernels of PTX, as nvcc and others make it, launched as a plan says; without --plan, lists the"
                + " kernels. Also written as the files alone.")
final class PtxCommand implements Callable<Integer>, RunCommand.RunSource {
    private final Workload workload;

    @Mixin
    private RunOptions run;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Files of PTX, which are linked.")
    private List<String> files = new ArrayList<>();

    private PtxCommand(Workload workload) {
        this.workload = workload;
    }

    /** Makes the command. */
    static CommandLine of(Workload workload) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new PtxCommand(workload));
        workload.options().forEach(each -> spec.addOption(WorkloadCommand.option(each)));
        return new CommandLine(spec);
    }

    static boolean isPtx(Workload workload) {
        return workload instanceof PtxWorkload;
    }

    /** Whether a word is the name of a file of PTX. */
    static boolean isFile(String word) {
        return word.length() > 4 && word.regionMatches(true, word.length() - 4, ".ptx", 0, 4);
    }

    @Override
    public Integer call() {
        OptionValues given = given();
        return given.isGiven(PtxWorkload.PLAN)
                ? run.run(spec, workload, given, PtxWorkload.profile(given))
                : run.list(spec, given);
    }

    @Override
    public RunSpecification specification() {
        OptionValues given = given();
        if (!given.isGiven(PtxWorkload.PLAN)) {
            throw new InvalidInputException("PTX without --plan has nothing to run; give a plan");
        }
        return run.question(spec, workload, given, PtxWorkload.profile(given));
    }

    private OptionValues given() {
        OptionValues given = WorkloadCommand.given(spec, workload);
        if (!files.isEmpty()) {
            if (given.isGiven(PtxWorkload.FILES)) {
                throw new InvalidInputException("found files both with --files and without; give them in one way");
            }
            given = given.with(
                    PtxWorkload.FILES,
                    new PtxPaths(files.stream()
                            .map(each -> PathArgument.of(each, "a file"))
                            .toList()));
        }
        PtxWorkload.files(given);
        return given;
    }
}
