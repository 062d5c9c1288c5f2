package io.cdpsim.cli.step;

import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.run.ProgramArguments;
import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.experiments.step.StepRecorder;
import io.cdpsim.experiments.step.StepRecording;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workloads;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code cdpsim step PROGRAM}: records a run, and shows it step by step. */
@Command(
        name = StepCommand.NAME,
        description = {
            "Records a run of a small program step by step: which warp runs which line, its registers, memory, and who"
                    + " sees which write. Without --page or --at it lists the launches and the races with their steps.",
            "PROGRAM is what 'cdpsim run' takes, with its options: 'cdpsim step prog.cu --page steps.html'; also an"
                    + " executable. Arguments of a program that begin with a hyphen follow '--'."
        },
        customSynopsis =
                "Usage: cdpsim step [--page=FILE.html] [--at=N] [--warp=G.B.W] [--steps=N] PROGRAM [OPTION|ARG...]")
public final class StepCommand implements Callable<Integer> {
    /** The name of the command. */
    public static final String NAME = "step";

    @Option(
            names = "--page",
            paramLabel = "FILE.html",
            description =
                    "Write a page on which the arrow keys step forward and back. One file, which needs no network.")
    private @Nullable Path page;

    @Option(
            names = "--at",
            paramLabel = "N",
            converter = WholeNumber.NotNegative.class,
            description = "Print the state after N steps.")
    private @Nullable Integer at;

    @Option(
            names = "--warp",
            paramLabel = "G.B.W",
            description = "The warp whose registers are printed: grid, block and warp, such as 2.0.0. Default: the warp"
                    + " that made the step.")
    private @Nullable String warp;

    @Option(
            names = "--steps",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description =
                    "Record at most N steps, from the start of the run. Default: " + StepRecorder.USUAL_STEPS + ".")
    private int steps = StepRecorder.USUAL_STEPS;

    @Unmatched
    private List<String> words = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        AtomicFile.check("--page", page);
        if (warp != null && at == null) {
            throw new InvalidInputException("--warp names the warp whose registers --at prints; add --at N");
        }
        RunSpecification question = ProgramArguments.specification(spec, words);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        StepRecorder recorder = new StepRecorder(steps);
        Progress progress = new Progress();
        RunRequest request =
                new RunRequest(question.options(), machine(question, recorder), progress, new InputCache());
        RunResult result = ProgressBar.during(
                question.workload().name(), progress, true, err, () -> Workloads.run(question.workload(), request));
        StepRecording recording = recorder.finish();
        ProgramText source = new ProgramText(
                recording.kernels(), question.machine().profile().computeCapability());
        String printed = PrintableText.lines(ExecWorkload.printed(result));
        out.print(printed.isEmpty() || printed.endsWith("\n") ? printed : printed + "\n");
        StepText text = new StepText(recording, source);
        if (at != null) {
            out.print(text.at(at, warp));
        } else if (page == null) {
            out.print(text.summary());
        }
        out.flush();
        String name = source.sources().keySet().stream()
                .findFirst()
                .map(StepText::shortName)
                .orElse(question.workload().name());
        String title = name + " on " + question.machine().profile().name();
        if (!AtomicFile.write(page, () -> StepPage.of(title, recording, source), err)) {
            return ExitCode.UNFINISHED;
        }
        if (!result.correct()) {
            err.println("cdpsim: check failed: " + PrintableText.lines(result.failure()));
        }
        return result.correct() ? ExitCode.DONE : ExitCode.FAILED_CHECK;
    }

    private static MachineSettings machine(RunSpecification question, StepRecorder recorder) {
        try {
            return question.machine()
                    .withCheck(true)
                    .withListeners(List.of(recorder))
                    .withSteps(recorder);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    question.machine().sampled()
                            ? "blocks that run untimed cannot be stepped through; leave out --sample"
                            : e.getMessage() + "; leave out --fast");
        }
    }
}
