package io.cdpsim.cli.why;

import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.run.ProgramArguments;
import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.observe.graphs.GraphRecorder;
import io.cdpsim.observe.waits.GridCauseRecorder;
import io.cdpsim.observe.waits.GridHistory;
import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workloads;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code cdpsim why PROGRAM --grid N}: why a grid started late, with the grids that it waited for. */
@Command(
        name = WhyCommand.NAME,
        description = {
            "Explains why a grid started late: each of its waits, with the grid that it waited for, and the chain of"
                    + " causes back to the host.",
            "PROGRAM is what 'cdpsim run' takes, with its options: 'cdpsim why prog.cu --kernel child', 'cdpsim why"
                    + " bfs --graph rmat:9:8:1'; also an executable. Arguments of a program that begin with a hyphen"
                    + " follow '--'."
        },
        customSynopsis = "Usage: cdpsim why [--grid=N | --kernel=NAME] [--json] PROGRAM [OPTION|ARG...]")
public final class WhyCommand implements Callable<Integer> {
    /** The name of the command. */
    public static final String NAME = "why";

    @Option(
            names = "--grid",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description =
                    "The grid, by its number in the order of launches, as in traces. Default: the grid that waited"
                            + " longest.")
    private @Nullable Integer grid;

    @Option(names = "--kernel", paramLabel = "NAME", description = "The grid of this kernel that started last.")
    private @Nullable String kernel;

    @Mixin
    private TextOrJsonCommand.JsonOption json;

    @Unmatched
    private List<String> words = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (grid != null && kernel != null) {
            throw new InvalidInputException("found --grid and --kernel, expected one of them");
        }
        RunSpecification question = ProgramArguments.specification(spec, words);
        GridCauseRecorder recorder = new GridCauseRecorder();
        GraphRecorder graphs = new GraphRecorder(Integer.MAX_VALUE);
        Progress progress = new Progress();
        RunResult result = ProgressBar.during(
                question.workload().name(),
                progress,
                !json.isGiven(),
                spec.commandLine().getErr(),
                () -> Workloads.run(
                        question.workload(),
                        new RunRequest(
                                question.options(),
                                question.machine().withListeners(List.of(recorder, graphs)),
                                progress,
                                new InputCache())));
        GridExplanation explanation = new GridExplanation(
                recorder,
                new GraphPlaces(graphs.launches()),
                chosen(recorder.all()),
                question.machine().profile().clock());
        PrintWriter out = spec.commandLine().getOut();
        out.print(json.isGiven() ? explanation.json() : explanation.text());
        out.flush();
        if (!result.correct()) {
            spec.commandLine().getErr().println("cdpsim: check failed: " + result.failure());
        }
        return result.correct() ? ExitCode.DONE : ExitCode.FAILED_CHECK;
    }

    private GridHistory chosen(List<GridHistory> all) {
        if (all.isEmpty()) {
            throw new InvalidInputException("the program launched no grid; there is nothing to explain");
        }
        if (grid != null) {
            long number = grid;
            return all.stream()
                    .filter(each -> each.number() == number)
                    .findFirst()
                    .orElseThrow(() -> new InvalidInputException("found --grid " + number + ", expected 1 to "
                            + all.get(all.size() - 1).number() + ", the grids of this run"));
        }
        Comparator<GridHistory> byWait = Comparator.comparingLong(GridHistory::waitedCycles);
        if (kernel == null) {
            return all.stream().max(byWait).orElseThrow();
        }
        Set<String> names = all.stream().map(each -> each.posted().kernel()).collect(Collectors.toSet());
        return all.stream()
                .filter(each -> each.posted().kernel().equals(kernel))
                .max(Comparator.comparingLong(GridHistory::startedCycles))
                .orElseThrow(() ->
                        new InvalidInputException("found --kernel " + kernel + ", which has no grid in this run"
                                + SimilarName.of(String.valueOf(kernel), names)
                                        .map(near -> "; did you mean '" + near + "'?")
                                        .orElse("; its kernels: "
                                                + names.stream().sorted().collect(Collectors.joining(", ")))));
    }
}
