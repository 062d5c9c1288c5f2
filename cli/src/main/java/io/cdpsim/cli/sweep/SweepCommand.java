package io.cdpsim.cli.sweep;

import io.cdpsim.cli.run.ExampleWorkloads;
import io.cdpsim.cli.run.WorkloadCommand;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code cdpsim sweep}. Its subcommands are the workloads, sweeps in files, the submission to a batch system and the merge of shards. */
@Command(
        name = SweepCommand.NAME,
        description = "Simulates a workload or a program (.cu, an executable, .ptx with --plan) at many points, such as"
                + " arguments, macros, thresholds, pools, seeds and GPUs, and writes a row for each:"
                + " docs/use/sweep.md.",
        synopsisSubcommandLabel = "WORKLOAD|PROGRAM|FILE.yaml|submit|merge",
        commandListHeading = "%nWorkloads and commands:%n",
        preprocessor = SweepCommand.JointName.class)
public final class SweepCommand implements Runnable {
    /** The name of the command. */
    public static final String NAME = "sweep";

    /** Its subcommands that are no workloads. */
    private static final Set<String> OWN =
            Set.of(SweepMergeCommand.NAME, SweepSubmitCommand.NAME, SweepPointsCommand.OfFile.NAME);

    @Spec
    private CommandSpec spec;

    /**
     * Adds the workloads, the examples as one command.
     *
     * @param cdpsim the command line that this command is part of
     * @param workloads the workloads that can run
     * @param named the one whose command is needed; empty for those of all
     */
    public static void addWorkloads(CommandLine cdpsim, Workloads workloads, Optional<Workload> named) {
        CommandLine sweep = Objects.requireNonNull(cdpsim.getSubcommands().get(NAME), "not part of this command line");
        // A workload of another project may be called like a command; a file can name it.
        Optional<Workload> only = named.filter(each -> !OWN.contains(each.name()));
        if (only.isEmpty()) {
            sweep.addSubcommand(SweepMergeCommand.NAME, SweepMergeCommand.of(workloads));
            sweep.addSubcommand(SweepSubmitCommand.NAME, SweepSubmitCommand.of(workloads));
            sweep.addSubcommand(SweepPointsCommand.OfFile.NAME, new SweepPointsCommand.OfFile(workloads));
        }
        for (Workload each : only.map(List::of).orElseGet(workloads::all)) {
            boolean example = ExampleWorkloads.isExample(each);
            String name = example ? ExampleWorkloads.COMMAND : each.name();
            if (ProgramOperands.isProgram(each)) {
                sweep.addSubcommand(name, SweepPointsCommand.OfProgram.of(workloads, each));
            } else if (!sweep.getSubcommands().containsKey(name)) {
                sweep.addSubcommand(
                        name,
                        example
                                ? ExampleWorkloads.command(
                                        workloads, source -> new SweepPointsCommand.OfWorkload(workloads, source))
                                : WorkloadCommand.about(
                                        each, new SweepPointsCommand.OfWorkload(workloads, () -> each)));
            }
        }
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "missing workload or file, expected one of "
                        + String.join(", ", spec.subcommands().keySet()) + ", or a .yaml file");
    }

    /** Reads {@code example:NAME} as {@code example NAME}, {@code prog.cu} as {@code cuda prog.cu} and the like, and {@code FILE.yaml} as {@code file FILE.yaml}. */
    static final class JointName implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // the stack is picocli's
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
            ExampleWorkloads.part(arguments);
            ProgramOperands.part(arguments, command);
            String first = arguments.isEmpty() ? "" : arguments.peek();
            if (!first.startsWith("-") && (first.endsWith(".yaml") || first.endsWith(".yml"))) {
                arguments.push(SweepPointsCommand.OfFile.NAME);
            }
            return false;
        }
    }
}
