package io.cdpsim.cli.run;

import io.cdpsim.cli.option.CompilerOptions;
import io.cdpsim.cli.option.PathArgument;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.programs.compilation.SourceWorkload;
import io.cdpsim.programs.cuda.CompileException;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.semantics.check.analysis.CompilerDiagnostics;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.semantics.check.run.SourceBuild;
import io.cdpsim.workloads.Workload;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim run prog.cu args}, or {@code cdpsim run cuda prog.cu args}: compiles a CUDA program and runs it. */
@Command(
        name = CudaCommand.NAME,
        description =
                "A CUDA program from its source: compiled by nvcc, or by clang without CUDA's toolkit, then run as by"
                        + " 'cdpsim exec'. Builds are cached. Also written as the files alone.")
final class CudaCommand implements Callable<Integer>, RunCommand.RunSource {
    /** The name of the command, which may be left out. */
    static final String NAME = SourceWorkload.NAME;

    private final Workload workload;

    @Mixin
    private ExecCommand.Options run;

    @Spec
    private CommandSpec spec;

    @Mixin
    private CompilerOptions compiler;

    @Parameters(paramLabel = "FILE.cu", index = "0", description = "Source; more may follow, which are linked.")
    private String first = "";

    @Parameters(paramLabel = "ARG", index = "1..*", description = "Argument of the program.")
    private List<String> others = new ArrayList<>();

    private CudaCommand(Workload workload) {
        this.workload = workload;
    }

    /** Makes the command. Arguments after the sources are arguments of the program. */
    static CommandLine of(Workload workload) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new CudaCommand(workload));
        ExecWorkload.MACHINE_OPTIONS.forEach(each -> spec.addOption(WorkloadCommand.option(each)));
        return new CommandLine(spec).setStopAtPositional(true);
    }

    /** Whether a word is the name of a source of CUDA C++. */
    static boolean isFile(String word) {
        return word.length() > 3 && word.regionMatches(true, word.length() - 3, ".cu", 0, 3);
    }

    /** The sources and the arguments of the program. */
    private CheckedProgram.CudaSource source() {
        List<Path> sources = new ArrayList<>(List.of(PathArgument.of(first, "a file")));
        int next = 0;
        while (next < others.size() && isFile(others.get(next))) {
            sources.add(PathArgument.of(others.get(next++), "a file"));
        }
        List<String> arguments = new ArrayList<>(others.subList(next, others.size()));
        if (!arguments.isEmpty() && arguments.get(0).equals("--")) {
            arguments.remove(0);
        }
        return compiler.program(sources, arguments);
    }

    @Override
    public RunSpecification specification() {
        CheckedProgram.CudaSource source = source();
        return run.specification(
                spec,
                workload,
                SourceWorkload.with(
                        WorkloadCommand.given(spec, workload),
                        source.sources(),
                        source.compilerOptions(),
                        source.compiler(),
                        source.arguments()));
    }

    @Override
    public Integer call() {
        CheckedProgram.CudaSource source = source();
        try {
            Path program = SourceBuild.program(source, run.profile());
            return ExecCommand.execute(run, spec, program, source.arguments());
        } catch (CompileException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(PrintableText.lines(e.said()));
            CompilerDiagnostics.of(e.said(), run.profile()).stream()
                    .filter(each -> !each.rule().equals(CheckerRules.COMPILE))
                    .forEach(each -> err.println(PrintableText.lines(each.toString())));
            err.println("cdpsim: " + source.sources().get(0) + " does not compile");
            return ExitCode.WRONG_USE;
        }
    }
}
