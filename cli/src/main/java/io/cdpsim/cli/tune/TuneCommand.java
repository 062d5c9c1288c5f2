package io.cdpsim.cli.tune;

import io.cdpsim.cli.run.WorkloadCommand;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code cdpsim tune}. Its subcommands are the workloads that have something to tune. */
@Command(
        name = TuneCommand.NAME,
        description = "Finds the fastest variant and settings of a workload for an input and a GPU, by far fewer runs"
                + " than there are combinations: docs/use/tune.md.",
        synopsisSubcommandLabel = "WORKLOAD",
        commandListHeading = "%nWorkloads:%n")
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
     */
    public static void addWorkloads(CommandLine cdpsim, Workloads workloads) {
        CommandLine tune = Objects.requireNonNull(cdpsim.getSubcommands().get(NAME), "not part of this command line");
        for (Workload each : workloads.all()) {
            if (!each.tuned().isEmpty()) {
                tune.addSubcommand(each.name(), TuneWorkloadCommand.of(workloads, each));
            }
        }
    }

    @Override
    public void run() {
        throw WorkloadCommand.missing(spec);
    }
}
