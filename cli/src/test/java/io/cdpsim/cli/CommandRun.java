package io.cdpsim.cli;

import io.cdpsim.cli.run.WorkloadPath;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** One run of the command line inside the test. */
public record CommandRun(int exitCode, String out, String err) {
    /** All commands and options that there are. */
    public static CommandLine commandLine() {
        return Main.commandLine(WorkloadPath.load(null), List.of("completion"));
    }

    public static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.execute(args, new PrintWriter(out, true), new PrintWriter(err, true));
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}
