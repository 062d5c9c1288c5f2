package io.cdpsim.cli.litmus;

import io.cdpsim.cli.litmus.picture.ExecutionDot;
import io.cdpsim.cli.litmus.picture.ExecutionSvg;
import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.EnumConverter;
import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.Verdict;
import io.cdpsim.memory.consistency.explain.ExecutionPicture;
import io.cdpsim.memory.consistency.explain.Explainer.Explanation;
import io.cdpsim.memory.consistency.model.MemoryModel;
import io.cdpsim.memory.consistency.model.ShippedModels;
import io.cdpsim.memory.consistency.progress.LivenessResult;
import io.cdpsim.memory.consistency.progress.LivenessSearch;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.consistency.trace.CheckSettings.BarrierParticipants;
import io.cdpsim.memory.consistency.trace.ProgressModel;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.text.ShippedTests;
import io.cdpsim.semantics.litmus.SimulationComparison;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim litmus}. */
@Command(
        name = "litmus",
        description =
                "Lists every outcome that the memory model allows for a litmus test, and checks the test's claim.")
public final class LitmusCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            completionCandidates = CompletionCandidates.LitmusTestNames.class,
            description = "Tests in the PTX litmus format, plain or with launches. builtin:NAME is one that comes with"
                    + " cdpsim, builtin:all is all of them.")
    private List<String> files = List.of();

    @Mixin
    private TextOrJsonCommand.JsonOption json;

    @Option(
            names = "--bound",
            paramLabel = "N",
            converter = WholeNumber.NotNegative.class,
            defaultValue = "" + LitmusChecker.DEFAULT_LOOP_BOUND,
            description = "Most backward jumps of a thread at one place; executions that need more are left out."
                    + " Default: ${DEFAULT-VALUE}.")
    private int bound;

    @Option(
            names = "--barriers",
            paramLabel = "WHOM",
            converter = BarrierReadings.class,
            completionCandidates = BarrierReadings.class,
            description =
                    "Threads for which a barrier without a count waits: ${COMPLETION-CANDIDATES}. coming: the threads"
                            + " of the block that reach its id and resource; block: all threads of the block, as the PTX"
                            + " ISA says. Default: coming, and block in tests with cdp1 or cdp2 after their name.")
    private @Nullable BarrierParticipants barriers;

    @Option(
            names = "--blocked",
            paramLabel = "HOW",
            converter = BlockedStates.class,
            completionCandidates = BlockedStates.class,
            defaultValue = "count",
            description =
                    "Executions in which a thread waits forever: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Blocked blocked = Blocked.COUNT;

    @Option(
            names = "--strict",
            description =
                    "End with exit code 1 for a verdict No, an undefined execution, a race or a thread that may wait"
                            + " for ever by --progress, and else with 4 for a verdict Unknown.")
    private boolean strict;

    @Option(
            names = "--decide",
            description = "Search only for an execution that decides each claim, instead of all states and races.")
    private boolean decide;

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            converter = WholeNumber.Positive.class,
            description =
                    "Stop the search of a test after this time; the verdict is Unknown unless the executions found"
                            + " so far decide it. Default: none.")
    private @Nullable Integer seconds;

    @Option(
            names = "--lenient",
            description =
                    "Accept forms that PTX does not have and older tests use, such as red.acquire or a fence without"
                            + " a scope.")
    private boolean lenient;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "Decide by the memory model in this file instead of the built-in one. builtin:ptx and"
                    + " builtin:ptx-asplos19 come with cdpsim.")
    private @Nullable String modelFile;

    @Option(
            names = "--progress",
            paramLabel = "MODEL",
            converter = ProgressModels.class,
            completionCandidates = ProgressModels.class,
            description =
                    "Also decide whether every execution ends, by this promise of progress: ${COMPLETION-CANDIDATES}."
                            + " fair: all threads whose grids may start are scheduled; obe: the threads of blocks that"
                            + " have started, as in CUDA; hsa: the threads of the first block that has not ended.")
    private @Nullable ProgressModel progress;

    @Option(
            names = "--explain",
            paramLabel = "STATE",
            description = "Show an execution that ends so, or the axiom and the cycle that forbid it. Parts suffice:"
                    + " 'P1:r0=1 x=2'.")
    private @Nullable String state;

    @Option(
            names = "--picture",
            paramLabel = "FILE",
            description = "With --explain, draw that execution: FILE.svg, or FILE.dot for Graphviz.")
    private @Nullable Path picture;

    @Option(
            names = "--simulate",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description =
                    "Also run each test N times through the simulator, with policies and pauses drawn from the seed;"
                            + " an outcome that the model forbids ends the command with exit code 1.")
    private @Nullable Integer simulatedRuns;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            converter = WholeNumber.Seed.class,
            description = "Seed of all that --simulate draws. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Spec
    private CommandSpec spec;

    /** The treatment of executions in which a thread waits forever. */
    private enum Blocked {
        COUNT,
        IGNORE
    }

    /** Reads {@code --blocked}. */
    static final class BlockedStates extends EnumConverter<Blocked> {
        BlockedStates() {
            super(Blocked.values());
        }
    }

    /** Reads {@code --barriers}. */
    static final class BarrierReadings extends EnumConverter<BarrierParticipants> {
        BarrierReadings() {
            super(BarrierParticipants.values());
        }
    }

    /** Reads {@code --progress}. */
    static final class ProgressModels extends EnumConverter<ProgressModel> {
        ProgressModels() {
            super(ProgressModel.values());
        }
    }

    /** The outcome of a file: a result, or an error. */
    private sealed interface Outcome {
        record Checked(
                LitmusResult result,
                Optional<LivenessResult> liveness,
                Optional<Explanation> explanation,
                Optional<SimulationComparison> simulation)
                implements Outcome {
            boolean endsBy(LivenessResult.Verdict verdict) {
                return liveness.filter(each -> each.verdict() == verdict).isPresent();
            }
        }

        record Refused(String file, String problem) implements Outcome {}
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<String> tests = ShippedTests.expand(files);
        checkOptions(tests);
        Optional<MemoryModel> model;
        try {
            model = Optional.ofNullable(modelFile).map(ShippedModels::read);
        } catch (LitmusException e) {
            err.println("cdpsim: " + PrintableText.line(Objects.requireNonNullElse(e.getMessage(), e.toString())));
            return ExitCode.WRONG_USE;
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (String file : tests) {
            Outcome outcome = watched(file, model, err);
            outcomes.add(outcome);
            if (!json.isGiven() && outcome instanceof Outcome.Checked checked) {
                out.print((outcomes.size() > 1 ? "\n" : "") + LitmusReport.text(checked.result()));
                model.ifPresent(each -> out.print("Model " + PrintableText.line(each.title()) + "\n"));
                checked.liveness().ifPresent(each -> out.print(LivenessReport.text(each)));
                checked.simulation().ifPresent(each -> out.print(SimulationReport.text(each)));
                checked.explanation().ifPresent(each -> out.print("\n" + PrintableText.lines(each.text()) + "\n"));
                out.flush();
            }
            if (outcome instanceof Outcome.Refused refused) {
                err.println("cdpsim: " + PrintableText.line(refused.problem()));
                err.flush();
            }
        }
        if (json.isGiven()) {
            out.print(JsonWriter.list(outcomes, (writer, outcome) -> {
                if (outcome instanceof Outcome.Checked checked) {
                    write(writer, checked);
                } else if (outcome instanceof Outcome.Refused refused) {
                    writer.put("file", refused.file()).put("error", refused.problem());
                }
            }));
        }
        if (outcomes.get(0) instanceof Outcome.Checked checked && !draw(checked.explanation())) {
            return ExitCode.UNFINISHED;
        }
        if (outcomes.stream().anyMatch(each -> each instanceof Outcome.Refused)) {
            return ExitCode.WRONG_USE;
        }
        boolean simulated = compare(outcomes, out);
        return simulated ? strictCode(outcomes) : ExitCode.FAILED_CHECK;
    }

    private void write(JsonWriter json, Outcome.Checked checked) {
        LitmusReport.write(json, checked.result(), state -> {});
        if (modelFile != null) {
            json.put("model", modelFile);
        }
        checked.liveness().ifPresent(each -> LivenessReport.write(each, json));
        checked.explanation()
                .ifPresent(each -> json.object(
                        "explanation",
                        () -> json.put("reachable", each.reachable()).put("text", each.text())));
        checked.simulation().ifPresent(each -> SimulationReport.write(each, json));
    }

    /** The exit code for the results, where {@code --strict} asks for one. */
    private int strictCode(List<Outcome> outcomes) {
        int code = ExitCode.DONE;
        for (Outcome each : outcomes) {
            if (strict && each instanceof Outcome.Checked checked) {
                LitmusResult result = checked.result();
                if (result.verdict() == Verdict.NO
                        || !result.undefined().isEmpty()
                        || !result.races().isEmpty()
                        || checked.endsBy(LivenessResult.Verdict.MAY_WAIT)) {
                    return ExitCode.FAILED_CHECK;
                }
                code = result.holds() && !checked.endsBy(LivenessResult.Verdict.UNKNOWN) ? code : ExitCode.UNDECIDED;
            }
        }
        return code;
    }

    /** Prints the totals of several simulated tests. @return whether the model allows all simulated states */
    private boolean compare(List<Outcome> outcomes, PrintWriter out) {
        List<SimulationComparison> simulations = outcomes.stream()
                .filter(each -> each instanceof Outcome.Checked)
                .flatMap(each -> ((Outcome.Checked) each).simulation().stream())
                .toList();
        if (simulations.size() > 1 && !json.isGiven()) {
            out.print("\n" + SimulationReport.total(simulations));
        }
        return simulations.stream().allMatch(each -> each.forbidden().isEmpty());
    }

    private void checkOptions(List<String> tests) {
        if (state != null && tests.size() != 1) {
            throw new ParameterException(
                    spec.commandLine(), "--explain takes one test, found " + tests.size() + "; give one test");
        }
        if (decide && simulatedRuns != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--simulate needs all states, which --decide does not find; leave one of them out");
        }
        if (modelFile != null && (picture != null || decide || simulatedRuns != null || progress != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    (decide
                                    ? "--decide"
                                    : picture != null ? "--picture" : progress != null ? "--progress" : "--simulate")
                            + " follows the built-in model; leave --model out");
        }
        if (picture != null && state == null) {
            throw new ParameterException(
                    spec.commandLine(), "--picture needs --explain, which names the state to draw");
        }
        if (picture != null && !picture.toString().matches(".*\\.(svg|dot)")) {
            throw new ParameterException(
                    spec.commandLine(), "found '" + picture + "', expected a picture whose name ends in .svg or .dot");
        }
        AtomicFile.check("--picture", picture);
    }

    /** Checks a file, with a line of progress on a terminal. */
    private Outcome watched(String file, Optional<MemoryModel> model, PrintWriter err) {
        AtomicLong steps = new AtomicLong();
        if (!ProgressBar.isVisible()) {
            return check(file, model, steps);
        }
        try (ProgressBar bar = new ProgressBar(
                seconds -> String.format(
                        Locale.ROOT,
                        "%s  %s steps  %.0f s",
                        PrintableText.line(file),
                        NumberFormats.count(steps.get()),
                        seconds),
                err)) {
            bar.start();
            return check(file, model, steps);
        }
    }

    private Outcome check(String file, Optional<MemoryModel> model, AtomicLong steps) {
        try {
            LitmusTest test = ShippedTests.read(file, lenient);
            CheckSettings settings = new CheckSettings(bound, Optional.ofNullable(barriers), blocked == Blocked.IGNORE);
            CheckSettings limited =
                    (seconds == null ? settings : settings.within(Duration.ofSeconds(seconds))).watchedBy(steps::set);
            LitmusChecker checker = new LitmusChecker(limited, model);
            LitmusResult result = decide ? checker.decide(test) : checker.check(test);
            return new Outcome.Checked(
                    result,
                    Optional.ofNullable(progress).map(each -> new LivenessSearch(test, limited, each).run()),
                    Optional.ofNullable(state).map(each -> checker.explain(test, each)),
                    Optional.ofNullable(simulatedRuns)
                            .filter(runs -> result.extent() == LitmusResult.Extent.ALL)
                            .map(runs -> SimulationComparison.run(result, runs, seed)));
        } catch (LitmusException e) {
            return new Outcome.Refused(file, Objects.requireNonNullElse(e.getMessage(), e.toString()));
        }
    }

    /** Writes the picture if a file is named. @return whether it could be written */
    private boolean draw(Optional<Explanation> explanation) {
        if (picture == null || explanation.isEmpty()) {
            return true;
        }
        if (explanation.get().picture().isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("cdpsim: " + PrintableText.line(picture.toString())
                            + " is not written: no execution is there that could be drawn");
            return true;
        }
        ExecutionPicture execution = explanation.get().picture().get();
        boolean svg = picture.toString().endsWith(".svg");
        return AtomicFile.write(
                picture,
                () -> svg ? ExecutionSvg.text(execution) : ExecutionDot.text(execution),
                spec.commandLine().getErr());
    }
}
