package io.cdpsim.cli.run;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code cdpsim run}. */
@Command(
        name = "run",
        description = "Simulates a workload, checks its result and reports what it did.",
        synopsisSubcommandLabel = "WORKLOAD",
        commandListHeading = "%nWorkloads:%n",
        subcommands = {
            BfsCommand.class,
            NbodyCommand.class,
            PersistentCommand.class,
            PendingCommand.class,
            RecursiveCommand.class,
            ExampleCommand.class
        },
        preprocessor = ExampleCommand.JointName.class)
public final class RunCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Made by picocli. */
    public RunCommand() {}

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "missing workload, expected one of "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
