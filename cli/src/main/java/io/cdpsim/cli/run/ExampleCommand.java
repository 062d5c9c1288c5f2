package io.cdpsim.cli.run;

import io.cdpsim.cli.option.ExampleNames;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.examples.Example;
import io.cdpsim.workloads.examples.ExampleRun;
import io.cdpsim.workloads.examples.Examples;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** {@code cdpsim run example:NAME}, or {@code cdpsim run example NAME}. */
@Command(
        name = "example",
        description = "A listing of the guides, whose outcome is checked; also written example:NAME."
                + " 'cdpsim examples' lists them.")
public final class ExampleCommand extends WorkloadCommand {
    private static final String PREFIX = "example:";

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ExampleNames.class,
            description = "An example ('cdpsim examples').")
    private String name = "";

    /** Made by picocli. */
    public ExampleCommand() {}

    @Override
    RunResult simulate(MachineSettings machine, Progress progress) {
        Example example = Examples.named(name).orElseThrow(() -> {
            List<String> names = Examples.all().stream().map(Example::name).toList();
            return new WorkloadException("unknown example '" + name + "'"
                    + SimilarName.of(name, names)
                            .map(near -> "; did you mean '" + near + "'?")
                            .orElse(", expected one of " + String.join(", ", names)));
        });
        return new ExampleRun(example).run(machine, progress);
    }

    /** Reads {@code example:NAME} as {@code example NAME}. */
    static final class JointName implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // the stack is picocli's
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
            if (!arguments.isEmpty() && arguments.peek().startsWith(PREFIX)) {
                arguments.push(arguments.pop().substring(PREFIX.length()));
                arguments.push("example");
            }
            return false;
        }
    }
}
