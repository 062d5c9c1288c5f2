package io.cdpsim.cli.compare;

import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.cli.run.RunCommand;
import io.cdpsim.experiments.compare.ComparedRun;
import io.cdpsim.experiments.compare.RunComparison;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.workloads.CommandTokens;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code cdpsim compare A B}: two commands, two result files, or two profiles for one command. */
@Command(
        name = CompareCommand.NAME,
        description = {
            "Compares two runs: the differences in the question, their effect on the time, and through"
                    + " which mechanism.",
            "A and B are commands in quotation marks ('run bfs --variant cdp'), files with what 'run --json"
                    + " --breakdown' printed, or two profiles with a command after --: compare k40c h200 -- bfs."
        })
public final class CompareCommand implements Callable<Integer> {
    /** The name of the command. */
    public static final String NAME = "compare";

    @Parameters(index = "0", paramLabel = "A", description = "A command, a result file or a profile.")
    private String first = "";

    @Parameters(index = "1", paramLabel = "B", description = "Another one.")
    private String second = "";

    @Parameters(
            index = "2..*",
            paramLabel = "COMMAND",
            description = "After two profiles and --: the command to run on both, as after 'cdpsim run'.")
    private List<String> command = new ArrayList<>();

    @Mixin
    private TextOrJsonCommand.JsonOption json;

    @Spec
    private CommandSpec spec;

    private final InputCache inputs = new InputCache();

    @Override
    public Integer call() {
        RunComparison comparison =
                command.isEmpty() ? compare(outcome(first), outcome(second)) : compare(on(first), on(second));
        PrintWriter out = spec.commandLine().getOut();
        out.print(
                json.isGiven()
                        ? ComparisonReport.ComparisonJson.text(comparison)
                        : new ComparisonReport(comparison).text());
        out.flush();
        boolean correct = comparison.first().failure().isEmpty()
                && comparison.second().failure().isEmpty();
        return correct ? ExitCode.DONE : ExitCode.FAILED_CHECK;
    }

    /** A side whose run is delayed: both sides are parsed before either runs. */
    private interface Side {
        ComparedRun get();
    }

    private static RunComparison compare(Side first, Side second) {
        return new RunComparison(first.get(), second.get());
    }

    private Side on(String profile) {
        List<String> words = new ArrayList<>(command);
        words.add("--profile");
        words.add(profile);
        return run(words, String.join(" ", words));
    }

    private static List<String> words(String text) {
        try {
            return CommandTokens.of(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("the command " + e.getMessage());
        }
    }

    private Side outcome(String text) {
        List<String> words = words(text);
        if (words.size() == 1 && isFile(text) && !text.endsWith(".cu")) {
            ComparedRun read = ResultFile.read(Path.of(text));
            return () -> read;
        }
        if (words.isEmpty() || (words.size() == 1 && text.endsWith(".json"))) {
            throw new InvalidInputException("found '" + text
                    + "', which is not an existing file; expected a result file or a command, such as \"run bfs\"");
        }
        return run(words, text);
    }

    private static boolean isFile(String text) {
        try {
            return Files.isRegularFile(Path.of(text));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private Side run(List<String> words, String text) {
        List<String> arguments = new ArrayList<>(words);
        if (!arguments.isEmpty() && arguments.get(0).matches("(.*/)?cdpsim")) {
            arguments.remove(0);
        }
        if (!arguments.isEmpty() && arguments.get(0).equals(RunCommand.NAME)) {
            arguments.remove(0);
        }
        RunSpecification question = question(arguments, text);
        return () -> run(question);
    }

    private RunSpecification question(List<String> arguments, String text) {
        CommandLine run = Objects.requireNonNull(
                spec.root().commandLine().getSubcommands().get(RunCommand.NAME), "no command that runs");
        ParseResult parsed = run.parseArgs(arguments.toArray(String[]::new));
        List<CommandLine> commands = parsed.asCommandLineList();
        CommandLine asked = commands.get(commands.size() - 1);
        if (!asked.isUsageHelpRequested() && asked.getCommandSpec().userObject() instanceof RunCommand.RunSource asks) {
            return asks.specification();
        }
        throw new ParameterException(
                spec.commandLine(),
                "found '" + text + "', expected a command that runs something, such as \"run bfs\"");
    }

    private ComparedRun run(RunSpecification question) {
        Progress progress = new Progress();
        return ProgressBar.during(
                question.workload().name(),
                progress,
                !json.isGiven(),
                spec.commandLine().getErr(),
                () -> question.run(progress, inputs));
    }
}
