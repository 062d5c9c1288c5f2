package io.cdpsim.semantics.check.run;

import io.cdpsim.engine.EventLimitException;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.programs.exec.process.ProgramSettings.StopSwitch;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.launch.LaunchBombException;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.check.analysis.LaunchSite;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/** Runs a prepared program. */
public final class ProgramRunner {
    /** How long a stopped program may take to report its result. */
    private static final long GRACE_MILLIS = 2000;

    private static final int MAX_OUTPUT_LINES = 5;

    private static final Pattern SINCE = Pattern.compile("^stuck since [^:]*: ");

    private final PreparedProgram program;
    private final Duration limit;
    private final long eventLimit;
    private final InputCache inputs;
    private final boolean timed;

    /**
     * A runner of a program.
     *
     * @param limit real time that each run may take
     * @param eventLimit events of the simulation that each run may take
     * @param inputs the inputs that the runs share
     * @param timed whether the runs simulate times
     */
    public ProgramRunner(PreparedProgram program, Duration limit, long eventLimit, InputCache inputs, boolean timed) {
        this.program = program;
        this.limit = limit;
        this.eventLimit = eventLimit;
        this.inputs = inputs;
        this.timed = timed;
    }

    private record Completed(RunResult result, TimeAccuracy trust, OutputDigest digest, boolean hasWork) {}

    /**
     * Runs the program under some conditions. Blocks until the run has ended.
     *
     * @throws io.cdpsim.workloads.InvalidInputException if the program does not support the conditions
     */
    public ObservedRun under(RunConditions conditions) {
        GridRecorder grids = new GridRecorder();
        StopSwitch stop = new StopSwitch();
        AtomicReference<OutputDigest> output = new AtomicReference<>();
        AtomicBoolean hasWork = new AtomicBoolean();
        Workload workload = program.workload(stop, (file, isIdle) -> {
            output.set(Files.exists(file) ? OutputDigest.of(file) : OutputDigest.of(""));
            hasWork.set(!isIdle);
        });
        RunRequest request = new RunRequest(
                program.options(),
                conditions
                        .machine()
                        .withTimed(timed)
                        .withListeners(List.of(grids))
                        .withEventLimit(eventLimit),
                new Progress(),
                inputs);
        FutureTask<Completed> task = new FutureTask<>(() -> {
            RunResult result = Workloads.run(workload, request);
            OutputDigest digest = Objects.requireNonNullElseGet(
                    output.get(),
                    () -> OutputDigest.of(
                            text(result, ExecWorkload.PRINTED.name()).orElse("")));
            return new Completed(result, Workloads.trust(workload, request), digest, hasWork.get());
        });
        Thread thread = new Thread(task, "checked run");
        // A run that cannot be stopped must not keep the JVM alive.
        thread.setDaemon(true);
        thread.start();
        try {
            try {
                return ended(conditions, task.get(limit.toMillis(), TimeUnit.MILLISECONDS), grids);
            } catch (TimeoutException e) {
                return stopped(conditions, stop, task, thread, grids);
            }
        } catch (ExecutionException e) {
            return failed(conditions, Objects.requireNonNullElse(e.getCause(), e), grids);
        } catch (InterruptedException e) {
            stop.turn();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private ObservedRun stopped(
            RunConditions conditions, StopSwitch stop, FutureTask<Completed> task, Thread thread, GridRecorder grids)
            throws InterruptedException {
        stop.turn();
        if (!program.isStoppable()) {
            // Without an end, it would compete with the further runs for the processor.
            thread.interrupt();
        }
        String message =
                "the run was stopped after " + limit.toSeconds() + " s of this computer's time, and is not judged";
        try {
            Completed completed = task.get(GRACE_MILLIS, TimeUnit.MILLISECONDS);
            return observed(conditions, RunEnding.TIMED_OUT, message, Optional.of(completed), Optional.of(grids));
        } catch (TimeoutException | ExecutionException e) {
            // The run may still be recording grids on its own thread.
            return observed(conditions, RunEnding.TIMED_OUT, message, Optional.empty(), Optional.empty());
        }
    }

    private ObservedRun ended(RunConditions conditions, Completed completed, GridRecorder grids) {
        return observed(conditions, RunEnding.COMPLETED, "", Optional.of(completed), Optional.of(grids));
    }

    private ObservedRun failed(RunConditions conditions, Throwable cause, GridRecorder grids) {
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof StuckException) {
            return observed(conditions, RunEnding.STUCK, message, Optional.empty(), Optional.of(grids));
        }
        if (cause instanceof EventLimitException) {
            return observed(conditions, RunEnding.TOO_MANY_EVENTS, message, Optional.empty(), Optional.of(grids));
        }
        if (cause instanceof LaunchBombException) {
            return observed(conditions, RunEnding.LAUNCH_BOMB, message, Optional.empty(), Optional.of(grids));
        }
        if (cause instanceof EndlessLaunchException endless) {
            return observed(
                    conditions,
                    RunEnding.LAUNCH_BOMB,
                    message,
                    Optional.empty(),
                    Optional.of(grids),
                    endless(endless, conditions));
        }
        if (cause instanceof KernelLoadException) {
            return observed(conditions, RunEnding.NOT_LOADED, message, Optional.empty(), Optional.of(grids));
        }
        if (cause instanceof CudaException cuda && cuda.error().isSticky()) {
            return observed(conditions, RunEnding.COMPLETED, message, Optional.empty(), Optional.of(grids));
        }
        if (cause instanceof RuntimeException exception) {
            throw exception;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(cause);
    }

    private ObservedRun observed(
            RunConditions conditions,
            RunEnding ending,
            String message,
            Optional<Completed> completed,
            Optional<GridRecorder> recorded) {
        Optional<Diagnostic> reason = message.isEmpty() ? Optional.empty() : Optional.of(diagnostic(ending, message));
        return observed(conditions, ending, message, completed, recorded, reason);
    }

    /** @param reason why the program did not complete */
    private ObservedRun observed(
            RunConditions conditions,
            RunEnding ending,
            String message,
            Optional<Completed> completed,
            Optional<GridRecorder> recorded,
            Optional<Diagnostic> reason) {
        Optional<RunResult> result = completed.map(Completed::result);
        List<Diagnostic> diagnostics = new ArrayList<>();
        reason.ifPresent(diagnostics::add);
        Set<GridRecorder.FailedLaunch> failed =
                recorded.map(GridRecorder::failed).orElse(Set.of());
        result.ifPresent(each -> RunDiagnostics.of(each, () -> launches(failed, conditions)).stream()
                .filter(found -> ending == RunEnding.COMPLETED || !found.rule().equals(CheckerRules.RESULT))
                .map(found -> found.rule().equals(CheckerRules.RESULT) ? withErrors(found, each) : found)
                .flatMap(found -> HostLaunches.located(found, program).stream())
                .forEach(diagnostics::add));
        boolean hasEnded = ending == RunEnding.COMPLETED
                && result.map(each -> each.failure().isEmpty()).orElse(false);
        if (hasEnded && completed.map(Completed::hasWork).orElse(false)) {
            diagnostics.add(
                    UnfinishedWork.diagnostic(recorded.map(GridRecorder::grids).orElse(List.of()), program));
        }
        result.ifPresent(each -> text(each, "not_simulated")
                .ifPresent(calls -> diagnostics.add(new Diagnostic(
                        Severity.WARNING,
                        CheckerRules.NOT_SIMULATED,
                        "the program calls functions that are not simulated and return cudaErrorNotSupported: " + calls,
                        List.of(),
                        List.of(),
                        "remove these calls"))));
        result.ifPresent(each -> text(each, ExecWorkload.UNSUPPORTED_KERNELS.name())
                .ifPresent(kernels -> diagnostics.add(new Diagnostic(
                        Severity.ERROR,
                        CheckerRules.NOT_SIMULATED,
                        "kernels contain instructions that are not simulated, and their launches return"
                                + " cudaErrorNotSupported: " + kernels,
                        List.of(),
                        List.of(),
                        "replace these instructions, or test the kernels on a GPU"))));
        return new ObservedRun(
                conditions,
                ending,
                message,
                result,
                completed.map(Completed::trust),
                result.flatMap(each -> text(each, ExecWorkload.PRINTED.name())).orElse(""),
                completed.map(Completed::digest).orElseGet(() -> OutputDigest.of("")),
                result.flatMap(each -> text(each, ExecWorkload.ERRORS.name())).orElse(""),
                result.flatMap(ProgramRunner::exitCode).map(OptionalInt::of).orElse(OptionalInt.empty()),
                recorded.map(GridRecorder::grids).orElse(List.of()),
                recorded.map(GridRecorder::isTruncated).orElse(true),
                recorded.map(GridRecorder::completed).orElse(Map.of()),
                recorded.map(each -> launchErrors(conditions, each.errors())).orElse(Map.of()),
                diagnostics);
    }

    private static Map<String, Long> launchErrors(RunConditions conditions, Map<Integer, Long> codes) {
        CudaVersion cuda = conditions.machine().cuda();
        Map<String, Long> names = new TreeMap<>();
        codes.forEach((code, count) -> names.merge(
                Arrays.stream(CudaError.values())
                        .filter(each -> each.code(cuda) == code)
                        .findFirst()
                        .map(CudaError::cudaName)
                        .orElse(String.valueOf(code)),
                count,
                Long::sum));
        return names;
    }

    /** A copy with the last lines of the output, which often give the reason. */
    private static Diagnostic withErrors(Diagnostic found, RunResult result) {
        List<String> details = new ArrayList<>(found.details());
        lastLines(result, ExecWorkload.PRINTED.name()).forEach(each -> details.add("stdout: " + each));
        lastLines(result, ExecWorkload.ERRORS.name()).forEach(each -> details.add("stderr: " + each));
        return new Diagnostic(found.severity(), found.rule(), found.message(), found.locations(), details, found.fix());
    }

    private static List<String> lastLines(RunResult result, String stream) {
        List<String> lines = text(result, stream).orElse("").lines().toList();
        return lines.subList(Math.max(0, lines.size() - MAX_OUTPUT_LINES), lines.size());
    }

    private static Diagnostic diagnostic(RunEnding ending, String message) {
        String rule = switch (ending) {
            case STUCK -> CheckerRules.STUCK;
            case LAUNCH_BOMB -> CheckerRules.BOMB;
            case TIMED_OUT -> CheckerRules.NOT_JUDGED;
            case TOO_MANY_EVENTS -> CheckerRules.LIMIT;
            case NOT_LOADED -> CheckerRules.LOAD;
            case COMPLETED -> CheckerRules.RESULT;
        };
        // The time differs from run to run.
        return new Diagnostic(
                Severity.ERROR,
                rule,
                SINCE.matcher(message.lines().findFirst().orElse("")).replaceFirst("stuck: "),
                SourceLocation.in(message),
                message.lines().skip(1).toList(),
                "");
    }

    private Optional<Diagnostic> endless(EndlessLaunchException endless, RunConditions conditions) {
        return Optional.of(new Diagnostic(
                Severity.ERROR,
                CheckerRules.BOMB,
                String.valueOf(endless.getMessage()),
                LaunchSite.of(program.kernels(), conditions.machine()).stream()
                        .filter(each -> each.isOf(endless.launcher(), endless.kernel()))
                        .flatMap(each -> each.locations().stream())
                        .distinct()
                        .toList(),
                List.of(),
                "end the chain: launch again only while there is work left, which each grid must reduce"));
    }

    /** The launches in the code that failed in a run. */
    private List<LaunchSite> launches(Set<GridRecorder.FailedLaunch> failed, RunConditions conditions) {
        return LaunchSite.of(program.kernels(), conditions.machine()).stream()
                .filter(site -> failed.stream()
                        .anyMatch(each ->
                                site.isOf(each.launcher().isEmpty() ? site.kernel() : each.launcher(), each.kernel())))
                .toList();
    }

    private static Optional<String> text(RunResult result, String name) {
        return result.measures().stream()
                .filter(each -> each.name().equals(name) && each instanceof ResultValue.Text)
                .map(each -> ((ResultValue.Text) each).value())
                .findFirst();
    }

    private static Optional<Integer> exitCode(RunResult result) {
        return result.find(ExecWorkload.EXIT_CODE).stream()
                .mapToObj(each -> (int) each)
                .findFirst();
    }
}
