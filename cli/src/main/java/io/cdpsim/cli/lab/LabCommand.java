package io.cdpsim.cli.lab;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code cdpsim lab}. */
@Command(
        name = "lab",
        description = "Labs about dynamic parallelism: lists them, puts one in place, grades what was made of it.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            LabListCommand.class,
            LabStartCommand.class,
            LabCheckCommand.class,
            LabReportCommand.class,
            LabPackCommand.class
        })
public final class LabCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "missing command, expected list, start, check, report or pack");
    }
}
