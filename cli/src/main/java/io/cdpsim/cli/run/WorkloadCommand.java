package io.cdpsim.cli.run;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.timeline.ExampleListings;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command of a workload, such as {@code cdpsim run bfs}, made from the workload's description. */
@Command
public final class WorkloadCommand implements Callable<Integer>, RunCommand.RunSource {
    private final Supplier<Workload> source;

    @Mixin
    private RunOptions run;

    @Spec
    private CommandSpec spec;

    /** @param source gives the workload once the command line is read */
    WorkloadCommand(Supplier<Workload> source) {
        this.source = source;
    }

    /**
     * Makes the command.
     *
     * @throws InvalidInputException if an option of the workload has the name of one that all workloads share
     */
    public static CommandLine of(Workload workload) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new WorkloadCommand(() -> workload))
                .name(workload.name());
        spec.usageMessage().description(literal(workload.summary()));
        for (WorkloadOption<?> each : workload.options()) {
            if (!isFree(spec, flag(each))) {
                throw new InvalidInputException("workload " + workload.name() + " has an option '" + each.name()
                        + "', but " + flag(each) + " means the same for every workload; rename it");
            }
            spec.addOption(option(each));
        }
        return new CommandLine(spec);
    }

    /**
     * A command of another kind for a workload, with the workload's options except those whose names the command uses itself. A sweep
     * can still vary such an option, and a file can set it.
     */
    public static CommandLine about(Workload workload, Object command) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(workload.name());
        spec.usageMessage().description(literal(workload.summary()));
        for (WorkloadOption<?> each : workload.options()) {
            if (isFree(spec, flag(each))) {
                spec.addOption(option(each));
            }
        }
        return new CommandLine(spec);
    }

    /** Whether a workload can have an option of a name: no option of the command has it, or one that has another name too and then goes by that. */
    private static boolean isFree(CommandSpec spec, String flag) {
        OptionSpec taken = spec.optionsMap().get(flag);
        if (taken == null) {
            return true;
        }
        String[] others =
                Stream.of(taken.names()).filter(name -> !name.equals(flag)).toArray(String[]::new);
        if (others.length == 0) {
            return false;
        }
        spec.remove(taken);
        spec.addOption(OptionSpec.builder(taken).names(others).build());
        return true;
    }

    /**
     * The error of a missing workload.
     *
     * @param command the command whose subcommands are workloads
     */
    public static ParameterException missing(CommandSpec command) {
        return new ParameterException(
                command.commandLine(),
                "missing workload, expected one of "
                        + String.join(", ", command.subcommands().keySet()));
    }

    /** An option of a workload as one of a command. */
    public static <T> OptionSpec option(WorkloadOption<T> option) {
        OptionValueType<T> type = option.type();
        OptionSpec.Builder spec =
                OptionSpec.builder(flag(option)).type(type.javaType()).description(literal(help(option)));
        if (option.isFlag()) {
            return spec.build();
        }
        spec.paramLabel(option.label()).converters(new Reader<>(type));
        if (!type.choices().isEmpty()) {
            spec.completionCandidates(type.choices());
        } else if (type.takesFiles()) {
            spec.completionCandidates(new Prefixes(type.prefixes()));
        }
        return spec.build();
    }

    /**
     * Reads a value of a type. A class, since with a lambda a class archive could hold none of picocli's
     * converters, and every command would start 0.1 s later.
     */
    private record Reader<T>(OptionValueType<T> type) implements ITypeConverter<T> {
        @Override
        public T convert(String text) {
            try {
                return type.read(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Prefixes of values, and files. */
    private static final class Prefixes extends CompletionCandidates {
        private final List<String> prefixes;

        Prefixes(List<String> prefixes) {
            this.prefixes = prefixes;
        }

        @Override
        protected Stream<String> names() {
            return prefixes.stream();
        }
    }

    private static String flag(WorkloadOption<?> option) {
        return "--" + option.name();
    }

    private static String help(WorkloadOption<?> option) {
        String choices = option.type().choices().isEmpty()
                ? ""
                : ": " + String.join(", ", option.type().choices());
        String byDefault = option.defaultWords().isEmpty() ? "" : " Default: " + option.defaultWords() + ".";
        return option.help() + choices + "." + byDefault;
    }

    /** Text with picocli's format and variable characters escaped. */
    public static String literal(String words) {
        return words.replace("%", "%%").replace("${", "$${");
    }

    @Override
    public Integer call() {
        Workload workload = source.get();
        if (ExampleWorkloads.isExample(workload)) {
            run.show(ExampleListings.of(workload.name().substring(ExampleWorkloads.PREFIX.length()))
                    .orElse(""));
        }
        return run.run(spec, workload, given(spec, workload), Optional.empty());
    }

    @Override
    public RunSpecification specification() {
        Workload workload = source.get();
        return run.question(spec, workload, given(spec, workload), Optional.empty());
    }

    /** The values on the command line for the options of a workload. */
    public static OptionValues given(CommandSpec spec, Workload workload) {
        OptionValues values = OptionValues.of(workload);
        for (WorkloadOption<?> each : workload.options()) {
            values = withOption(spec, values, each);
        }
        return values;
    }

    private static <T> OptionValues withOption(CommandSpec spec, OptionValues values, WorkloadOption<T> option) {
        OptionSpec given = spec.commandLine().getParseResult().matchedOption(flag(option));
        return given == null
                ? values
                : values.with(option, option.type().javaType().cast(given.getValue()));
    }
}
