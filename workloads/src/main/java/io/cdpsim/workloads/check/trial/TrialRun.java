package io.cdpsim.workloads.check.trial;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.launch.LaunchBombException;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.Inputs;
import io.cdpsim.workloads.Measure;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.check.finding.CodePlace;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.finding.OwnRules;
import io.cdpsim.workloads.check.finding.RunFindings;
import io.cdpsim.workloads.check.finding.Severity;
import io.cdpsim.workloads.exec.CudaProgram;
import io.cdpsim.workloads.exec.process.StopSwitch;
import io.cdpsim.workloads.trust.TimeTrust;
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

/** Runs a program once. */
public final class TrialRun {
    /** How long a program that was told to stop has to say what it has done. */
    private static final long GRACE_MILLIS = 2000;

    private static final int MOST_ERRORS = 5;

    private final PreparedProgram program;
    private final Duration limit;
    private final Inputs inputs;

    /**
     * Runs of a program.
     *
     * @param limit how long each may take here, in real time
     * @param inputs what the runs share
     */
    public TrialRun(PreparedProgram program, Duration limit, Inputs inputs) {
        this.program = program;
        this.limit = limit;
        this.inputs = inputs;
    }

    private record Ran(RunResult result, TimeTrust trust) {}

    /**
     * Runs it under some conditions. Blocks.
     *
     * @throws io.cdpsim.workloads.WorkloadException if it cannot run as asked
     */
    public Observation under(Trial trial) {
        GridRecorder grids = new GridRecorder();
        StopSwitch stop = new StopSwitch();
        Workload workload = program.workload(stop);
        RunRequest request =
                new RunRequest(program.options(), trial.machine().withWatchers(List.of(grids)), new Progress(), inputs);
        FutureTask<Ran> task =
                new FutureTask<>(() -> new Ran(Workloads.run(workload, request), Workloads.trust(workload, request)));
        Thread thread = new Thread(task, "trial");
        // A run that cannot be ended must not keep the program from ending.
        thread.setDaemon(true);
        thread.start();
        try {
            try {
                return ended(trial, task.get(limit.toMillis(), TimeUnit.MILLISECONDS), grids);
            } catch (TimeoutException e) {
                return stopped(trial, stop, task, grids);
            }
        } catch (ExecutionException e) {
            return failed(trial, Objects.requireNonNullElse(e.getCause(), e), grids);
        } catch (InterruptedException e) {
            stop.turn();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private Observation stopped(Trial trial, StopSwitch stop, FutureTask<Ran> task, GridRecorder grids)
            throws InterruptedException {
        stop.turn();
        String message = "the program took longer than " + limit.toSeconds() + " s and was stopped";
        try {
            Ran ran = task.get(GRACE_MILLIS, TimeUnit.MILLISECONDS);
            return seen(trial, Ending.STOPPED, message, Optional.of(ran), Optional.of(grids));
        } catch (TimeoutException | ExecutionException e) {
            // What it does meanwhile is another thread's.
            return seen(trial, Ending.STOPPED, message, Optional.empty(), Optional.empty());
        }
    }

    private Observation ended(Trial trial, Ran ran, GridRecorder grids) {
        return seen(trial, Ending.ENDED, "", Optional.of(ran), Optional.of(grids));
    }

    private Observation failed(Trial trial, Throwable cause, GridRecorder grids) {
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof StuckException) {
            return seen(trial, Ending.STUCK, message, Optional.empty(), Optional.of(grids));
        }
        if (cause instanceof LaunchBombException) {
            return seen(trial, Ending.BOMB, message, Optional.empty(), Optional.of(grids));
        }
        if (cause instanceof KernelLoadException) {
            return seen(trial, Ending.NOT_LOADED, message, Optional.empty(), Optional.of(grids));
        }
        if (cause instanceof CudaException cuda && cuda.error().isSticky()) {
            return seen(trial, Ending.ENDED, message, Optional.empty(), Optional.of(grids));
        }
        if (cause instanceof RuntimeException wrong) {
            throw wrong;
        }
        if (cause instanceof Error grave) {
            throw grave;
        }
        throw new IllegalStateException(cause);
    }

    private Observation seen(
            Trial trial, Ending ending, String message, Optional<Ran> ran, Optional<GridRecorder> recorded) {
        Optional<RunResult> result = ran.map(Ran::result);
        List<Finding> findings = new ArrayList<>();
        if (!message.isEmpty()) {
            findings.add(finding(ending, message));
        }
        Set<String> refused = recorded.map(GridRecorder::refused).orElse(Set.of());
        result.ifPresent(each -> RunFindings.of(each, () -> launchesOf(refused)).stream()
                .filter(found -> ending == Ending.ENDED || !found.rule().equals(OwnRules.RESULT))
                .map(found -> found.rule().equals(OwnRules.RESULT) ? withErrors(found, each) : found)
                .forEach(findings::add));
        result.ifPresent(each -> text(each, "not_simulated")
                .ifPresent(calls -> findings.add(new Finding(
                        Severity.WARNING,
                        OwnRules.NOT_SIMULATED,
                        "the program calls what is not simulated and returns cudaErrorNotSupported: " + calls,
                        List.of(),
                        List.of(),
                        "leave these calls out where this error comes back"))));
        return new Observation(
                trial,
                ending,
                message,
                result,
                ran.map(Ran::trust),
                result.flatMap(each -> text(each, CudaProgram.PRINTED.name())).orElse(""),
                result.flatMap(each -> text(each, CudaProgram.ERRORS.name())).orElse(""),
                result.flatMap(TrialRun::exitCode).map(OptionalInt::of).orElse(OptionalInt.empty()),
                recorded.map(GridRecorder::grids).orElse(List.of()),
                recorded.map(GridRecorder::isCut).orElse(true),
                recorded.map(GridRecorder::completed).orElse(Map.of()),
                recorded.map(each -> launchErrors(trial, each.errors())).orElse(Map.of()),
                findings);
    }

    private static Map<String, Long> launchErrors(Trial trial, Map<Integer, Long> codes) {
        CudaVersion cuda = trial.machine().cuda();
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

    /** The same with the end of what the program wrote to its standard error, which often says why. */
    private static Finding withErrors(Finding found, RunResult result) {
        List<String> said =
                text(result, CudaProgram.ERRORS.name()).orElse("").lines().toList();
        List<String> details = new ArrayList<>(found.details());
        said.subList(Math.max(0, said.size() - MOST_ERRORS), said.size())
                .forEach(each -> details.add("stderr: " + each));
        return new Finding(found.severity(), found.rule(), found.what(), found.places(), details, found.mend());
    }

    private static Finding finding(Ending ending, String message) {
        String rule = switch (ending) {
            case STUCK -> OwnRules.STUCK;
            case BOMB -> OwnRules.BOMB;
            case STOPPED -> OwnRules.LIMIT;
            case NOT_LOADED -> OwnRules.LOAD;
            case ENDED -> OwnRules.RESULT;
        };
        return new Finding(
                Severity.ERROR,
                rule,
                message.lines().findFirst().orElse(""),
                CodePlace.in(message),
                message.lines().skip(1).toList(),
                "");
    }

    /** Where the code launches kernels of these names. */
    private List<CodePlace> launchesOf(Set<String> refused) {
        List<CodePlace> places = new ArrayList<>();
        for (Kernel kernel : program.kernels()) {
            for (Instruction in : kernel.code()) {
                if (in.modifiers() instanceof Modifiers.Device device
                        && device.callee() != null
                        && refused.contains(device.callee().name())) {
                    CodePlace.in(in.place()).stream()
                            .limit(1)
                            .filter(each -> !places.contains(each))
                            .forEach(places::add);
                }
            }
        }
        return places;
    }

    private static Optional<String> text(RunResult result, String name) {
        return result.measures().stream()
                .filter(each -> each.name().equals(name) && each instanceof Measure.Text)
                .map(each -> ((Measure.Text) each).value())
                .findFirst();
    }

    private static Optional<Integer> exitCode(RunResult result) {
        return result.find(CudaProgram.EXIT_CODE).stream()
                .mapToObj(each -> (int) each)
                .findFirst();
    }
}
