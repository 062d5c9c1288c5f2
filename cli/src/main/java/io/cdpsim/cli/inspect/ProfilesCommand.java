package io.cdpsim.cli.inspect;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code cdpsim profiles}. */
@Command(
        name = "profiles",
        description = "Tells which GPUs can be simulated, and where their figures are from.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ProfilesListCommand.class, ProfilesShowCommand.class, ProfilesDiffCommand.class})
public final class ProfilesCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command, expected list, show or diff");
    }
}
