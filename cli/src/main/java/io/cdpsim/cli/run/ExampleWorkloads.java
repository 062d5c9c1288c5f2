package io.cdpsim.cli.run;

import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.Stack;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The listings of the guides among the workloads: one command for all of them, which is given their names apart or joined. */
public final class ExampleWorkloads {
    /** The command for all of them. */
    public static final String COMMAND = "example";

    /** What their names as workloads begin with. */
    public static final String PREFIX = COMMAND + ":";

    private ExampleWorkloads() {}

    /** Whether a workload is one of them. */
    public static boolean isExample(Workload workload) {
        return workload.name().startsWith(PREFIX);
    }

    /** Those that there are. */
    static Stream<Workload> examples(Workloads workloads) {
        return workloads.all().stream().filter(ExampleWorkloads::isExample);
    }

    /** Adds the options that any of them has to their command. */
    public static void addOptions(CommandSpec command, Workloads workloads) {
        examples(workloads)
                .flatMap(each -> each.options().stream())
                .distinct()
                .forEach(each -> command.addOption(WorkloadCommand.option(each)));
    }

    /** Makes {@code example NAME} of {@code example:NAME} on top of picocli's stack of arguments. */
    @SuppressWarnings("JdkObsolete") // the stack is picocli's
    public static void part(Stack<String> arguments) {
        if (!arguments.isEmpty() && arguments.peek().startsWith(PREFIX)) {
            arguments.push(arguments.pop().substring(PREFIX.length()));
            arguments.push(COMMAND);
        }
    }
}
