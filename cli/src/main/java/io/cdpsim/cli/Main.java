package io.cdpsim.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code cdpsim} command. Each subcommand is a class of its own, listed in {@code subcommands}. */
@Command(
        name = "cdpsim",
        description = "Simulates CUDA programs that launch grids from the device. No GPU is needed.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {})
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    Main() {}

    /**
     * Runs the command and ends the process with its exit code: 0 done, 1 the run failed, 2 wrong usage.
     *
     * @param args the command line, without the program's name
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command line with all subcommands, ready to execute. */
    static CommandLine commandLine() {
        return new CommandLine(new Main());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing a command. See 'cdpsim --help'.");
    }
}
