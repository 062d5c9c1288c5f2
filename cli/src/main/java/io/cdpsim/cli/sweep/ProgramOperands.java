package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.CompilerOptions;
import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.PathArgument;
import io.cdpsim.cli.run.WorkloadCommand;
import io.cdpsim.experiments.sweep.plan.MachineOptions;
import io.cdpsim.programs.compilation.SourceWorkload;
import io.cdpsim.programs.exec.ArgumentOptions;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.programs.plan.PtxPaths;
import io.cdpsim.programs.plan.PtxWorkload;
import io.cdpsim.semantics.check.run.CheckedProgram.CudaSource;
import io.cdpsim.workloads.CommandTokens;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** A user's program and its arguments, as the command line of a sweep or of a search names them. */
public final class ProgramOperands {
    private static final String VARY = "--vary";
    private static final String MACRO = "-D";

    private static final Set<String> OPERANDS =
            Set.of(SourceWorkload.SOURCES.name(), ExecWorkload.PROGRAM.name(), ExecWorkload.ARGUMENTS.name());

    @Parameters(
            paramLabel = "FILE|ARG",
            arity = "0..*",
            completionCandidates = CompletionCandidates.AnyFile.class,
            description = "The program, and its arguments; those that begin with a hyphen follow '--'.")
    private List<String> words = new ArrayList<>();

    /** For programs that are compiled. */
    private final @Nullable Compilation compilation;

    private ProgramOperands(@Nullable Compilation compilation) {
        this.compilation = compilation;
    }

    /** The compiler and its options. */
    private static final class Compilation {
        @Mixin
        private CompilerOptions compiler;
    }

    /** Whether a workload is a user's program. */
    public static boolean isProgram(Workload workload) {
        return workload instanceof SourceWorkload
                || workload instanceof ExecWorkload
                || workload instanceof PtxWorkload;
    }

    /**
     * Adds operands to the command of a user's program, with the options of the workload.
     *
     * @param command the command, without options of the workload
     */
    public static ProgramOperands addTo(CommandSpec command, Workload workload) {
        Compilation compilation = workload instanceof SourceWorkload ? new Compilation() : null;
        ProgramOperands operands = new ProgramOperands(compilation);
        command.addMixin("operands", CommandSpec.forAnnotatedObject(operands));
        if (compilation != null) {
            command.addMixin("compilation", CommandSpec.forAnnotatedObject(compilation));
        }
        // The operands and the compiler's options say what the others say.
        List<WorkloadOption<?>> options = compilation == null ? workload.options() : ExecWorkload.MACHINE_OPTIONS;
        for (WorkloadOption<?> each : options) {
            if (command.findOption("--" + each.name()) == null) {
                command.addOption(WorkloadCommand.option(each));
            }
        }
        return operands;
    }

    /**
     * Adds the program and its arguments to the values that all points share.
     *
     * @param fixed the values by name
     * @param varied whether a name varies
     */
    public void addTo(Map<String, String> fixed, Predicate<String> varied, Workload workload) {
        if (compilation != null) {
            addSource(fixed, compilation.compiler);
        } else if (workload instanceof PtxWorkload) {
            addPtx(fixed, varied, workload);
        } else if (!words.isEmpty()) {
            fixed.put(ExecWorkload.PROGRAM.name(), words.get(0));
            putArguments(fixed, words.subList(1, words.size()));
        }
    }

    private void addSource(Map<String, String> fixed, CompilerOptions compiler) {
        int sources = 0;
        while (sources < words.size() && isSource(words.get(sources))) {
            sources++;
        }
        if (sources == 0) {
            throw new InvalidInputException("found no file of CUDA C++, expected one or more .cu files");
        }
        List<Path> files = words.subList(0, sources).stream()
                .map(each -> PathArgument.of(each, "a file"))
                .toList();
        CudaSource source = compiler.program(files, List.of());
        fixed.put(
                SourceWorkload.SOURCES.name(),
                CommandTokens.line(files.stream().map(Path::toString).toList()));
        putArguments(fixed, words.subList(sources, words.size()));
        List<String> others = new ArrayList<>();
        for (String each : source.compilerOptions()) {
            int equals = each.indexOf('=');
            if (!each.startsWith(MACRO)) {
                others.add(each);
            } else if (equals < 0) {
                fixed.put(each, "1");
            } else {
                fixed.put(each.substring(0, equals), each.substring(equals + 1));
            }
        }
        if (!others.isEmpty()) {
            fixed.put(SourceWorkload.COMPILER_OPTIONS.name(), CommandTokens.line(others));
        }
        source.compiler().ifPresent(each -> fixed.put(SourceWorkload.COMPILER.name(), each));
    }

    private void addPtx(Map<String, String> fixed, Predicate<String> varied, Workload workload) {
        if (!words.isEmpty()) {
            fixed.put(
                    PtxWorkload.FILES.name(),
                    new PtxPaths(words.stream()
                                    .map(each -> PathArgument.of(each, "a file"))
                                    .toList())
                            .toString());
        }
        String profile = MachineOptions.PROFILE.name();
        String plan = fixed.get(PtxWorkload.PLAN.name());
        if (plan != null && !fixed.containsKey(profile) && !varied.test(profile)) {
            Optional<String> own = PtxWorkload.profile(OptionValues.of(workload).with(PtxWorkload.PLAN.name(), plan));
            own.ifPresent(each -> fixed.put(profile, each));
        }
    }

    private static void putArguments(Map<String, String> fixed, List<String> arguments) {
        if (!arguments.isEmpty()) {
            fixed.put(ExecWorkload.ARGUMENTS.name(), CommandTokens.line(arguments));
        }
    }

    private static boolean isSource(String word) {
        return word.toLowerCase(Locale.ROOT).endsWith(".cu");
    }

    /**
     * Puts the command of a program before its file, where a file stands in place of a command, and protects {@code --vary -DSIZE=1,2}, whose value
     * would be read as an option.
     *
     * @param arguments the arguments; the next one is on top
     */
    @SuppressWarnings("JdkObsolete") // the stack is picocli's
    public static void part(Stack<String> arguments, CommandSpec command) {
        for (int i = arguments.size() - 1; i > 0; i--) {
            // picocli refuses a value that looks like an option; an axis strips the blank.
            if (arguments.get(i).equals(VARY) && arguments.get(i - 1).startsWith(MACRO)) {
                arguments.set(i - 1, " " + arguments.get(i - 1));
            }
        }
        String first = arguments.isEmpty() ? "" : arguments.peek();
        if (first.startsWith("-") || command.subcommands().containsKey(first)) {
            return;
        }
        if (isSource(first)) {
            arguments.push(SourceWorkload.NAME);
        } else if (first.toLowerCase(Locale.ROOT).endsWith(".ptx")) {
            arguments.push(PtxWorkload.NAME);
        } else if (isExecutable(first)) {
            arguments.push(ExecWorkload.NAME);
        }
    }

    private static boolean isExecutable(String word) {
        try {
            return Files.isRegularFile(Path.of(word)) && Files.isExecutable(Path.of(word));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * The command that runs a user's program with given values.
     *
     * @param values values by name
     * @param start the command without the program
     * @param option the text of an option on the command line, with a blank before it
     * @return empty if the workload is not compiled or executed
     */
    public static Optional<String> runCommand(
            Workload workload, Map<String, String> values, String start, BiFunction<String, String, String> option) {
        boolean isSource = workload instanceof SourceWorkload;
        if (!isSource && !(workload instanceof ExecWorkload)) {
            return Optional.empty();
        }
        OptionValues own = OptionValues.of(workload);
        StringBuilder command = new StringBuilder(start);
        for (Map.Entry<String, String> each : values.entrySet()) {
            String name = each.getKey();
            if (workload.option(name).isPresent()) {
                own = own.with(name, each.getValue());
            }
            if (name.startsWith(MACRO)) {
                command.append(' ').append(SlurmJobArray.line(List.of(name + "=" + each.getValue())));
            } else if (name.equals(SourceWorkload.COMPILER_OPTIONS.name())) {
                for (String word : CommandTokens.of(each.getValue())) {
                    command.append(' ').append(SlurmJobArray.line(List.of("--compiler-option=" + word)));
                }
            } else if (!OPERANDS.contains(name) && ArgumentOptions.option(name).isEmpty()) {
                command.append(option.apply(name, each.getValue()));
            }
        }
        String file = values.getOrDefault(isSource ? SourceWorkload.SOURCES.name() : ExecWorkload.PROGRAM.name(), "");
        List<String> words = new ArrayList<>(isSource ? CommandTokens.of(file) : List.of(file));
        words.addAll(ArgumentOptions.words(own));
        return Optional.of(command.append(' ').append(SlurmJobArray.line(words)).toString());
    }

    /** A command of a user's program. */
    public static CommandLine command(Workload workload, Object command, Consumer<ProgramOperands> made) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(workload.name());
        spec.usageMessage().description(WorkloadCommand.literal(workload.summary()));
        made.accept(addTo(spec, workload));
        return new CommandLine(spec);
    }
}
