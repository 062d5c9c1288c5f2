package io.cdpsim.cli.run;

import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.programs.cuda.CompileException;
import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.semantics.check.run.SourceBuild;
import io.cdpsim.workloads.InvalidInputException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim run prog.cu args}, or {@code cdpsim run cuda prog.cu args}: compiles a CUDA program and runs it. */
@Command(
        name = CudaCommand.NAME,
        description =
                "A CUDA program from its source: compiled by nvcc, or by clang without CUDA's toolkit, then run as by"
                        + " 'cdpsim exec'. What was built is kept. Also written as the files alone.")
final class CudaCommand implements Callable<Integer> {
    /** The name of the command, which may be left out. */
    static final String NAME = "cuda";

    @Mixin
    private ExecOptions run;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--compiler",
            paramLabel = "NAME",
            description = "nvcc or clang++, by name or path. Default: the environment variable " + CudaCompiler.VARIABLE
                    + ", else nvcc, else the newest clang++.")
    private @Nullable String compiler;

    @Option(
            names = "-I",
            paramLabel = "FOLDER",
            description = "Where the compiler looks for included files; may be repeated.")
    private List<String> included = new ArrayList<>();

    @Option(names = "-D", paramLabel = "NAME[=VALUE]", description = "A macro for the compiler; may be repeated.")
    private List<String> macros = new ArrayList<>();

    @Option(
            names = "--compiler-option",
            paramLabel = "OPTION",
            description = "Given to the compiler as it is, such as -std=c++20 or -lm; may be repeated.")
    private List<String> compilerOptions = new ArrayList<>();

    @Parameters(paramLabel = "FILE.cu", index = "0", description = "Source; more may follow, which are linked.")
    private String first = "";

    @Parameters(paramLabel = "ARG", index = "1..*", description = "What the program is called with.")
    private List<String> others = new ArrayList<>();

    private CudaCommand() {}

    /** Makes the command. What stands behind the sources is meant for the program. */
    static CommandLine of() {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new CudaCommand());
        ExecWorkload.MACHINE_OPTIONS.forEach(each -> spec.addOption(WorkloadCommand.option(each)));
        return new CommandLine(spec).setStopAtPositional(true);
    }

    /** Whether a word is the name of a source of CUDA C++. */
    static boolean isFile(String word) {
        return word.length() > 3 && word.regionMatches(true, word.length() - 3, ".cu", 0, 3);
    }

    @Override
    public Integer call() {
        List<Path> sources = new ArrayList<>(List.of(path(first)));
        int next = 0;
        while (next < others.size() && isFile(others.get(next))) {
            sources.add(path(others.get(next++)));
        }
        List<String> arguments = new ArrayList<>(others.subList(next, others.size()));
        if (!arguments.isEmpty() && arguments.get(0).equals("--")) {
            arguments.remove(0);
        }
        List<String> options = new ArrayList<>();
        included.forEach(each -> options.add("-I" + each));
        macros.forEach(each -> options.add("-D" + each));
        options.addAll(compilerOptions);
        try {
            Path program = SourceBuild.program(
                    new CheckedProgram.CudaSource(sources, options, Optional.ofNullable(compiler), arguments),
                    run.profile());
            return ExecCommand.execute(run, spec, program, arguments);
        } catch (CompileException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(PrintableText.lines(e.said()));
            err.println("cdpsim: " + sources.get(0) + " does not compile");
            return ExitCode.WRONG_USE;
        }
    }

    private static Path path(String file) {
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new InvalidInputException("found '" + file + "', expected the name of a file");
        }
    }
}
