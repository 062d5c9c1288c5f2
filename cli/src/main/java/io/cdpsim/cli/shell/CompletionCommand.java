package io.cdpsim.cli.shell;

import io.cdpsim.cli.option.EnumConverter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim completion}. */
@Command(
        name = "completion",
        description =
                "Prints a script that completes commands and options in a shell: source <(cdpsim completion bash)")
public final class CompletionCommand implements Runnable {
    /** The shell of the script. One script serves both: under zsh it loads zsh's emulation of bash completion. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "SHELL",
            defaultValue = "bash",
            converter = Shells.class,
            completionCandidates = Shells.class,
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("UnusedVariable") // read by picocli, which refuses other shells
    private Shell shell = Shell.BASH;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine root = spec.root().commandLine();
        spec.commandLine()
                .getOut()
                .print(AutoComplete.bash("cdpsim", root).stripTrailing() + "\n" + CompletionTable.function(root));
    }

    /** The values of the parameter. */
    static final class Shells extends EnumConverter<Shell> {
        Shells() {
            super(Shell.values());
        }
    }
}
