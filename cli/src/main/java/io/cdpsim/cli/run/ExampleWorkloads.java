package io.cdpsim.cli.run;

import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.examples.Example;
import io.cdpsim.workloads.examples.Examples;
import java.util.Iterator;
import java.util.List;
import java.util.Stack;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** The listings of the guides among the workloads: one command for all of them, which is given their names apart or joined. */
public final class ExampleWorkloads {
    /** The command for all of them. */
    public static final String COMMAND = "example";

    /** The prefix of their names as workloads. */
    public static final String PREFIX = COMMAND + ":";

    private ExampleWorkloads() {}

    /** Whether a workload is one of them. */
    public static boolean isExample(Workload workload) {
        return workload.name().startsWith(PREFIX);
    }

    /**
     * One command for all examples, of which its argument names one.
     *
     * @param made makes the command, given what finds the example that was named
     */
    public static CommandLine command(Workloads workloads, Function<Supplier<Workload>, Object> made) {
        Argument argument = new Argument(workloads);
        CommandSpec spec = CommandSpec.forAnnotatedObject(made.apply(argument::example))
                .name(COMMAND)
                .addMixin(COMMAND, CommandSpec.forAnnotatedObject(argument));
        spec.usageMessage()
                .description("A listing of the guides, whose outcome is checked; also written example:NAME."
                        + " 'cdpsim examples' lists them.");
        examples(workloads)
                .flatMap(each -> each.options().stream())
                .distinct()
                .forEach(each -> spec.addOption(WorkloadCommand.option(each)));
        return new CommandLine(spec);
    }

    private static Stream<Workload> examples(Workloads workloads) {
        return workloads.all().stream().filter(ExampleWorkloads::isExample);
    }

    /** The names of the examples. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Examples.all().stream().map(Example::name).iterator();
        }
    }

    /** The argument that names an example. */
    private static final class Argument {
        private final Workloads workloads;

        @Parameters(
                paramLabel = "NAME",
                completionCandidates = Names.class,
                description = "An example ('cdpsim examples').")
        private String name = "";

        Argument(Workloads workloads) {
            this.workloads = workloads;
        }

        Workload example() {
            List<String> names = examples(workloads)
                    .map(each -> each.name().substring(PREFIX.length()))
                    .toList();
            if (!names.contains(name)) {
                throw new InvalidInputException("unknown example '" + name + "'"
                        + SimilarName.of(name, names)
                                .map(near -> "; did you mean '" + near + "'?")
                                .orElse(", expected one of " + String.join(", ", names)));
            }
            return workloads.named(PREFIX + name);
        }
    }

    /** Splits {@code example:NAME} on top of picocli's stack of arguments into {@code example NAME}. */
    @SuppressWarnings("JdkObsolete") // the stack is picocli's
    public static void part(Stack<String> arguments) {
        if (!arguments.isEmpty() && arguments.peek().startsWith(PREFIX)) {
            arguments.push(arguments.pop().substring(PREFIX.length()));
            arguments.push(COMMAND);
        }
    }
}
