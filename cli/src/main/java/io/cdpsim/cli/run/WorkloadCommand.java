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

/** The command of a workload: {@code cdpsim run bfs} and the like, made from what the workload says of itself. */
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
            if (spec.findOption(flag(each)) != null) {
                throw new InvalidInputException("workload " + workload.name() + " has an option '" + each.name()
                        + "', but " + flag(each) + " means the same for every workload; rename it");
            }
            spec.addOption(option(each));
        }
        return new CommandLine(spec);
    }

    /**
     * A command of another kind for a workload, with those of its options whose names the command does not use for something of its
     * own. Such an option can still be varied or stand in a file.
     */
    public static CommandLine about(Workload workload, Object command) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(workload.name());
        spec.usageMessage().description(literal(workload.summary()));
        for (WorkloadOption<?> each : workload.options()) {
            if (spec.findOption(flag(each)) == null) {
                spec.addOption(option(each));
            }
        }
        return new CommandLine(spec);
    }

    /**
     * Says that a workload is to be named.
     *
     * @param command whose subcommands are workloads
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
            spec.completionCandidates(new Beginnings(type.beginnings()));
        }
        return spec.build();
    }

    /**
     * Reads a value as its type says. A class and not a lambda, with which a shared archive of classes could hold none of picocli's
     * converters, and every command would start a tenth of a second later.
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

    /** Beginnings of values, and files. */
    private static final class Beginnings extends CompletionCandidates {
        private final List<String> beginnings;

        Beginnings(List<String> beginnings) {
            this.beginnings = beginnings;
        }

        @Override
        protected Stream<String> names() {
            return beginnings.stream();
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

    /** Words as they are, not taken for a format or a variable by picocli. */
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

    /** The values that a command was given for the options of a workload. */
    public static OptionValues given(CommandSpec spec, Workload workload) {
        OptionValues values = OptionValues.of(workload);
        for (WorkloadOption<?> each : workload.options()) {
            values = withGiven(spec, values, each);
        }
        return values;
    }

    private static <T> OptionValues withGiven(CommandSpec spec, OptionValues values, WorkloadOption<T> option) {
        OptionSpec given = spec.commandLine().getParseResult().matchedOption(flag(option));
        return given == null
                ? values
                : values.with(option, option.type().javaType().cast(given.getValue()));
    }
}
