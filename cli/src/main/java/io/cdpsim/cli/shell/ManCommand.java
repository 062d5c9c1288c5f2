package io.cdpsim.cli.shell;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim man}. */
@Command(name = "man", description = "Prints the manual page of a command: cdpsim man run bfs | man -l -")
public final class ManCommand implements Runnable {
    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "The command, such as: run bfs. Default: cdpsim itself.")
    private List<String> path = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine command = spec.root().commandLine();
        for (String name : path) {
            CommandLine next = command.getSubcommands().get(name);
            if (next == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "'" + command.getCommandSpec().qualifiedName() + "' has no command '" + name + "'"
                                + (command.getSubcommands().isEmpty()
                                        ? ""
                                        : ", expected one of "
                                                + String.join(
                                                        ", ",
                                                        command.getSubcommands().keySet())));
            }
            command = next;
        }
        spec.commandLine().getOut().print(ManPage.of(command));
    }
}
