package io.cdpsim.cli.option;

import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.semantics.check.run.CheckedProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The compiler of CUDA sources and its options: {@code --compiler}, {@code -I}, {@code -D} and {@code --compiler-option}. */
public final class CompilerOptions {
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
            description = "Passed to the compiler unchanged, such as -std=c++20 or -lm; may be repeated.")
    private List<String> others = new ArrayList<>();

    /**
     * The program that these sources and options make.
     *
     * @param sources files of CUDA C++, which are linked
     * @param arguments arguments of the program
     */
    public CheckedProgram.CudaSource program(List<Path> sources, List<String> arguments) {
        List<String> options = new ArrayList<>();
        included.forEach(each -> options.add("-I" + each));
        macros.forEach(each -> options.add("-D" + each));
        options.addAll(others);
        return new CheckedProgram.CudaSource(sources, options, Optional.ofNullable(compiler), arguments);
    }
}
