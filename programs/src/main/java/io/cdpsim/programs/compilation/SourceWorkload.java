package io.cdpsim.programs.compilation;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.cuda.CompileException;
import io.cdpsim.programs.exec.ArgumentOptions;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.workloads.CommandTokens;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A CUDA program as its source, whose macros are options. */
public final class SourceWorkload implements Workload {
    /** The name of the workload. */
    public static final String NAME = "cuda";

    private static final String MACRO = "-D";

    /** The sources. */
    public static final WorkloadOption<String> SOURCES = WorkloadOption.of(
                    "sources",
                    "FILES",
                    words("files of CUDA C++, parted as a shell does")
                            .orFile(List.of())
                            .leadingTo(text -> paths(text)),
                    "Sources, which are linked, parted as a shell does; the same as giving them without an option")
            .otherwise("the files given without an option");

    /** Options of the compiler. */
    public static final WorkloadOption<String> COMPILER_OPTIONS = WorkloadOption.of(
                    "compiler-options",
                    "WORDS",
                    words("options of the compiler, parted as a shell does"),
                    "Options of the compiler, such as -I and -std=c++20, parted as a shell does")
            .otherwise("none");

    /** The compiler. */
    public static final WorkloadOption<String> COMPILER = WorkloadOption.of(
                    "compiler", "NAME", OptionValueType.text("a compiler"), "nvcc or clang++, by name or path")
            .otherwise("nvcc, else the newest clang++");

    private static final OptionValueType<String> MACRO_TYPE = OptionValueType.text("the value of a macro");

    /** The workload. */
    public SourceWorkload() {}

    private static OptionValueType<String> words(String expected) {
        return OptionValueType.of(String.class, expected, text -> {
            CommandTokens.of(text);
            return text;
        });
    }

    private static List<Path> paths(String text) {
        try {
            return CommandTokens.of(text).stream().map(Path::of).toList();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("found '" + text + "', expected names of files", e);
        }
    }

    /**
     * Options with a program.
     *
     * @param sources files of CUDA C++
     * @param compilerOptions options of the compiler
     * @param compiler nvcc or clang, by name or path; empty for the default compiler
     * @param arguments the program's arguments
     */
    public static OptionValues with(
            OptionValues options,
            List<Path> sources,
            List<String> compilerOptions,
            Optional<String> compiler,
            List<String> arguments) {
        OptionValues values = options.with(
                        SOURCES,
                        CommandTokens.line(sources.stream().map(Path::toString).toList()))
                .with(ExecWorkload.ARGUMENTS, CommandTokens.line(arguments))
                .with(COMPILER_OPTIONS, CommandTokens.line(compilerOptions));
        return compiler.isPresent() ? values.with(COMPILER, compiler.get()) : values;
    }

    /** The option of a macro, whose name begins with {@code -D}. */
    public static WorkloadOption<String> macro(String name) {
        return new WorkloadOption<>(name, "VALUE", MACRO_TYPE, "", "A macro for the compiler", Optional.empty(), "");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "A CUDA program from its source: compiled by nvcc, or by clang without CUDA's toolkit, then run.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        List<WorkloadOption<?>> options =
                new ArrayList<>(List.of(SOURCES, ExecWorkload.ARGUMENTS, COMPILER_OPTIONS, COMPILER));
        options.addAll(ExecWorkload.MACHINE_OPTIONS);
        return options;
    }

    /** Also {@code arg.1} and so on, and macros, such as {@code -DSIZE}. */
    @Override
    public Optional<WorkloadOption<?>> option(String name) {
        return Workload.super
                .option(name)
                .or(() -> ArgumentOptions.option(name))
                .or(() -> name.matches("-D[A-Za-z_][A-Za-z0-9_]*") ? Optional.of(macro(name)) : Optional.empty());
    }

    @Override
    public List<Path> furtherFiles(OptionValues options) {
        return IncludedFiles.of(
                options.find(SOURCES).map(SourceWorkload::paths).orElse(List.of()), compilerOptions(options));
    }

    @Override
    public List<ResultName> results() {
        return new ExecWorkload()
                .results().stream()
                        // A file of the build cache, whose name differs from machine to machine.
                        .filter(each -> !each.equals(ExecWorkload.EXECUTED))
                        .toList();
    }

    private static List<String> compilerOptions(OptionValues options) {
        List<String> words =
                new ArrayList<>(CommandTokens.of(options.find(COMPILER_OPTIONS).orElse("")));
        options.texts().forEach((name, value) -> {
            if (name.startsWith(MACRO)) {
                words.add(name + "=" + value);
            }
        });
        return words;
    }

    /** A build that several runs share. */
    private record Build(
            List<Path> sources, List<String> compilerOptions, Optional<String> compiler, GpuProfile profile) {
        Path program() {
            try {
                return SourceBuild.program(sources, compilerOptions, compiler, profile);
            } catch (CompileException e) {
                throw new InvalidInputException(sources.get(0) + " does not compile: "
                        + e.said()
                                .lines()
                                .filter(each -> each.contains("error"))
                                .findFirst()
                                .or(() -> e.said().lines().findFirst())
                                .orElse("no reason given"));
            }
        }
    }

    @Override
    public boolean runsHostCode() {
        return true;
    }

    @Override
    public RunResult run(RunRequest request) {
        OptionValues options = request.options();
        List<Path> sources = paths(options.find(SOURCES)
                .orElseThrow(() -> new InvalidInputException("cuda lacks the program to run: give .cu files")));
        Build build = new Build(
                sources,
                compilerOptions(options),
                options.find(COMPILER),
                request.machine().profile());
        Path program = request.inputs().get(build, Path.class, Build::program);
        ExecWorkload exec = new ExecWorkload();
        OptionValues values = ExecWorkload.with(OptionValues.of(exec), program, ArgumentOptions.words(options));
        for (Map.Entry<String, String> each : options.texts().entrySet()) {
            if (ExecWorkload.MACHINE_OPTIONS.stream()
                    .anyMatch(option -> option.name().equals(each.getKey()))) {
                values = values.with(each.getKey(), each.getValue());
            }
        }
        RunResult result = exec.run(request.withOptions(values));
        return result.as(
                NAME,
                result.measures().stream()
                        .filter(each -> !each.result().equals(ExecWorkload.EXECUTED))
                        .toList());
    }
}
