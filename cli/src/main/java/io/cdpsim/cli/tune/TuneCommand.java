package io.cdpsim.cli.tune;

import io.cdpsim.cli.run.WorkloadCommand;
import io.cdpsim.cli.sweep.ProgramOperands;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code cdpsim tune}. Its subcommands are the workloads that have something to tune. */
@Command(
        name = TuneCommand.NAME,
        description = "Finds the fastest variant and settings of a workload or a program for an input and a GPU, by far"
                + " fewer runs than there are combinations: docs/use/tune.md.",
        synopsisSubcommandLabel = "WORKLOAD|PROGRAM",
        commandListHeading = "%nWorkloads:%n",
        preprocessor = TuneCommand.ProgramName.class)
public final class TuneCommand implements Runnable {
    /** The name of the command. */
    public static final String NAME = "tune";

    @Spec
    private CommandSpec spec;

    /**
     * Adds the workloads that have something to tune.
     *
     * @param cdpsim the command line that this command is part of
     * @param workloads the workloads that can run
     * @param named the one whose command is needed; empty for those of all
     */
    public static void addWorkloads(CommandLine cdpsim, Workloads workloads, Optional<Workload> named) {
        CommandLine tune = Objects.requireNonNull(cdpsim.getSubcommands().get(NAME), "not part of this command line");
        for (Workload each : named.filter(TuneCommand::isTuned).map(List::of).orElseGet(workloads::all)) {
            if (isTuned(each)) {
                tune.addSubcommand(each.name(), TuneWorkloadCommand.of(workloads, each));
            }
        }
    }

    private static boolean isTuned(Workload workload) {
        return !workload.tuned().isEmpty() || ProgramOperands.isProgram(workload);
    }

    @Override
    public void run() {
        throw WorkloadCommand.missing(spec);
    }

    /** Reads {@code prog.cu} as {@code cuda prog.cu} and the like. */
    static final class ProgramName implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // the stack is picocli's
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
            ProgramOperands.part(arguments, command);
            return false;
        }
    }
}
