package io.cdpsim.cli.run;

import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.workloads.CommandTokens;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The program that a command other than {@code run} is given: what {@code run} takes, with its options, or an executable. */
public final class ProgramArguments {
    private ProgramArguments() {}

    /**
     * The run that words specify.
     *
     * @param spec the command that was given the words
     * @throws io.cdpsim.workloads.InvalidInputException if nothing can be run so
     */
    public static RunSpecification specification(CommandSpec spec, List<String> words) {
        List<String> arguments = new ArrayList<>(words);
        int program = 0;
        while (program < arguments.size() && !isExecutable(arguments.get(program))) {
            program++;
        }
        if (program < arguments.size()) {
            List<String> own = new ArrayList<>(arguments.subList(program + 1, arguments.size()));
            own.remove("--");
            List<String> exec = new ArrayList<>(List.of("exec"));
            exec.addAll(arguments.subList(0, program));
            exec.addAll(List.of("--program", arguments.get(program), "--arguments", CommandTokens.line(own)));
            arguments = exec;
        }
        if (!arguments.isEmpty() && arguments.get(0).equals(RunCommand.NAME)) {
            arguments.remove(0);
        }
        CommandLine run = Objects.requireNonNull(
                spec.root().commandLine().getSubcommands().get(RunCommand.NAME), "no command that runs");
        ParseResult parsed = run.parseArgs(arguments.toArray(String[]::new));
        List<CommandLine> commands = parsed.asCommandLineList();
        Object asked = commands.get(commands.size() - 1).getCommandSpec().userObject();
        if (asked instanceof RunCommand.RunSource source) {
            return source.specification();
        }
        throw new ParameterException(
                spec.commandLine(), "found no program, expected what 'cdpsim run' takes, such as prog.cu");
    }

    private static boolean isExecutable(String word) {
        try {
            Path file = Path.of(word);
            return word.contains("/") && Files.isRegularFile(file) && Files.isExecutable(file);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
