package io.cdpsim.cli.run;

import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code cdpsim run}. Its subcommands are the workloads that there are. */
@Command(
        name = RunCommand.NAME,
        description = "Simulates a workload, checks its result and reports what it did.",
        synopsisSubcommandLabel = "WORKLOAD",
        commandListHeading = "%nWorkloads:%n",
        preprocessor = RunArguments.class)
public final class RunCommand implements Runnable {
    /** The name of the command. */
    public static final String NAME = "run";

    @Spec
    private CommandSpec spec;

    /**
     * Adds the workloads, the examples as one command, PTX with its files, and CUDA's sources.
     *
     * @param cdpsim the command line that this command is part of
     * @param workloads what there is to run
     * @throws io.cdpsim.workloads.InvalidInputException if a workload has an option that every workload has
     */
    public static void addWorkloads(CommandLine cdpsim, Workloads workloads) {
        CommandLine run = Objects.requireNonNull(cdpsim.getSubcommands().get(NAME), "not part of this command line");
        for (Workload each : workloads.all()) {
            if (PtxCommand.isPtx(each)) {
                run.addSubcommand(each.name(), PtxCommand.of(each));
            } else if (!ExampleWorkloads.isExample(each)) {
                run.addSubcommand(WorkloadCommand.of(each));
            } else if (!run.getSubcommands().containsKey(ExampleWorkloads.COMMAND)) {
                run.addSubcommand(ExampleWorkloads.COMMAND, ExampleWorkloads.command(workloads, WorkloadCommand::new));
            }
        }
        run.addSubcommand(CudaCommand.NAME, CudaCommand.of());
    }

    @Override
    public void run() {
        throw WorkloadCommand.missing(spec);
    }
}
