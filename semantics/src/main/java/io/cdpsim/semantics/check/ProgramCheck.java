package io.cdpsim.semantics.check;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.cuda.CompileException;
import io.cdpsim.programs.exec.process.ProgramSettings.ProgramWrapper;
import io.cdpsim.semantics.check.analysis.CompilerDiagnostics;
import io.cdpsim.semantics.check.analysis.StaticRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.check.run.PreparedProgram;
import io.cdpsim.semantics.check.run.ProgramRunner;
import io.cdpsim.semantics.check.run.RunConditions;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A check of a program: analyses its code, runs it under many conditions with the visibility checker on, and reports what is wrong.
 *
 * <pre>{@code
 * CheckReport report = ProgramCheck.of(CheckedProgram.CudaSource.of(Path.of("prog.cu"))).run();
 * report.diagnostics().forEach(each -> System.out.println(each.rule() + " " + each.message()));
 * }</pre>
 */
public final class ProgramCheck {
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(60);

    private final CheckedProgram program;
    private final RunMatrix matrix;
    private final ProgramWrapper wrapper;
    private final Duration limit;
    private final long eventLimit;
    private final int threads;
    private final boolean timed;

    private ProgramCheck(
            CheckedProgram program,
            RunMatrix matrix,
            ProgramWrapper wrapper,
            Duration limit,
            long eventLimit,
            int threads,
            boolean timed) {
        this.program = program;
        this.matrix = matrix;
        this.wrapper = wrapper;
        this.limit = limit;
        this.eventLimit = eventLimit;
        this.threads = threads;
        this.timed = timed;
    }

    /** A check under {@linkplain RunMatrix#defaults the default conditions}, one run at a time, each at most a minute long. */
    public static ProgramCheck of(CheckedProgram program) {
        return new ProgramCheck(
                program, RunMatrix.defaults(), ProgramWrapper.NONE, DEFAULT_LIMIT, Long.MAX_VALUE, 1, false);
    }

    /** A copy with these conditions. */
    public ProgramCheck under(RunMatrix other) {
        return new ProgramCheck(program, other, wrapper, limit, eventLimit, threads, timed);
    }

    /** A copy that runs executables through a wrapper, such as a sandbox. */
    public ProgramCheck wrappedBy(ProgramWrapper other) {
        return new ProgramCheck(program, matrix, other, limit, eventLimit, threads, timed);
    }

    /** A copy with this limit on the real time of each run. */
    public ProgramCheck within(Duration other) {
        return new ProgramCheck(program, matrix, wrapper, other, eventLimit, threads, timed);
    }

    /** A copy with this limit on the simulated events of each run, which does not depend on the speed of the computer. */
    public ProgramCheck withinEvents(long events) {
        return new ProgramCheck(program, matrix, wrapper, limit, events, threads, timed);
    }

    /** A copy that runs this many runs in parallel. */
    public ProgramCheck onThreads(int otherThreads) {
        return new ProgramCheck(program, matrix, wrapper, limit, eventLimit, otherThreads, timed);
    }

    /**
     * A copy whose runs simulate times, for who asks for times. Without it, only a program whose kernels read a clock is timed: instructions and memory accesses of
     * all others take a cycle each.
     */
    public ProgramCheck timed() {
        return new ProgramCheck(program, matrix, wrapper, limit, eventLimit, threads, true);
    }

    /** The program, built for one GPU. */
    private record Target(int gpu, PreparedProgram program, List<Diagnostic> ofCode) {
        boolean isForOtherVersion() {
            return ofCode.stream().anyMatch(StaticRules::isOfVersion);
        }
    }

    /**
     * Checks the program. Blocks until all runs have ended. A source that does not compile for the first GPU, or for any GPU if none may be
     * skipped, has diagnostics of the compiler; the program still runs on GPUs for which it compiles.
     *
     * @throws io.cdpsim.workloads.InvalidInputException if a file is missing or malformed
     */
    public CheckReport run() {
        List<String> skipped = new ArrayList<>();
        List<Diagnostic> refusals = new ArrayList<>();
        List<Target> targets = targets(skipped, refusals);
        List<ObservedRun> runs = new ArrayList<>();
        InputCache inputs = new InputCache();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Map<Target, List<Future<ObservedRun>>> running = new LinkedHashMap<>();
            for (Target target : targets) {
                ProgramRunner runner = new ProgramRunner(
                        target.program(),
                        limit,
                        eventLimit,
                        inputs,
                        timed || target.program().readsClocks());
                running.put(
                        target,
                        matrix.on(target.gpu()).stream()
                                .map(conditions -> pool.submit(() -> runner.under(conditions)))
                                .toList());
            }
            running.forEach((target, ofTarget) -> addRuns(target, ofTarget, runs, skipped));
        } finally {
            pool.shutdownNow();
        }
        return new CheckReport(runs, occurrences(targets, refusals, runs), skipped);
    }

    /** Adds the runs on one GPU. Where the first does not end, the others do not either, and would take as long. */
    private void addRuns(
            Target target, List<Future<ObservedRun>> running, List<ObservedRun> runs, List<String> skipped) {
        ObservedRun first = result(running.get(0));
        runs.add(first);
        List<Future<ObservedRun>> others = running.subList(1, running.size());
        if (first.ending().isEndless() && !others.isEmpty()) {
            others.forEach(each -> each.cancel(true));
            skipped.add("not run under " + others.size() + " other conditions on "
                    + matrix.gpus().get(target.gpu()).name() + ": the run under " + first.conditions()
                    + " does not end");
        } else {
            others.forEach(each -> runs.add(result(each)));
        }
    }

    private static ObservedRun result(Future<ObservedRun> run) {
        try {
            return run.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException exception) {
                throw exception;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * The program for each GPU on which it can run; if it can run on none because of its version, for each GPU.
     *
     * @param skipped receives the reasons for GPUs without runs
     * @param refusals receives the diagnostics of the first GPU, and of each GPU that may not be skipped
     */
    private List<Target> targets(List<String> skipped, List<Diagnostic> refusals) {
        List<Target> targets = new ArrayList<>();
        List<Target> refused = new ArrayList<>();
        for (int i = 0; i < matrix.gpus().size(); i++) {
            GpuProfile gpu = matrix.gpus().get(i);
            String kind = gpu.name() + " (" + gpu.cdp() + ")";
            if (matrix.skipsIncompatible() && !targets.isEmpty() && !needsDynamicParallelism(targets)) {
                skipped.add("not run on " + kind + ": no kernel calls the device runtime");
                continue;
            }
            boolean isRequired = i == 0 || !matrix.skipsIncompatible();
            PreparedProgram prepared;
            try {
                prepared = PreparedProgram.of(program, gpu, wrapper);
            } catch (CompileException e) {
                List<Diagnostic> errors = CompilerDiagnostics.of(e.said(), gpu);
                if (isRequired) {
                    refusals.addAll(errors);
                } else {
                    skipped.add("not run on " + kind + ": does not compile for it: "
                            + errors.get(0).message());
                }
                if (matrix.skipsIncompatible() && errors.stream().noneMatch(StaticRules::isOfVersion)) {
                    break;
                }
                continue;
            } catch (InvalidInputException e) {
                // For example, an executable without code for the older GPU.
                if (isRequired || targets.isEmpty()) {
                    throw e;
                }
                skipped.add("not run on " + kind + ": " + e.getMessage());
                continue;
            }
            Target target = new Target(i, prepared, ofCode(i, prepared));
            (matrix.skipsIncompatible() && target.isForOtherVersion() ? refused : targets).add(target);
        }
        if (targets.isEmpty()) {
            return refused;
        }
        for (Target each : refused) {
            GpuProfile gpu = matrix.gpus().get(each.gpu());
            List<Diagnostic> reasons =
                    each.ofCode().stream().filter(StaticRules::isOfVersion).toList();
            if (each.gpu() == 0) {
                refusals.addAll(reasons);
            } else {
                skipped.add("not run on " + gpu.name() + " (" + gpu.cdp() + "): "
                        + reasons.get(0).message() + " (" + reasons.get(0).rule() + ")");
            }
        }
        return targets;
    }

    private List<Diagnostic> ofCode(int gpu, PreparedProgram prepared) {
        List<Diagnostic> ofCode = new ArrayList<>(CompilerDiagnostics.ofWarnings(prepared.warnings()));
        ofCode.addAll(StaticRules.diagnostics(
                prepared.kernels(), matrix.on(gpu).get(0).machine()));
        return ofCode;
    }

    private static boolean needsDynamicParallelism(List<Target> targets) {
        return targets.stream()
                .anyMatch(each -> each.program().kernels().isEmpty()
                        || each.program().kernels().stream().anyMatch(Kernel::usesDynamicParallelism));
    }

    private static List<Occurrence> occurrences(
            List<Target> targets, List<Diagnostic> refusals, List<ObservedRun> runs) {
        OccurrenceList occurrences = new OccurrenceList();
        refusals.forEach(occurrences::add);
        targets.forEach(target -> target.ofCode().forEach(occurrences::add));
        for (ObservedRun run : runs) {
            run.diagnostics().forEach(each -> occurrences.add(each, run.conditions()));
        }
        for (int i = 0; i < runs.size(); i++) {
            RunConditions conditions = runs.get(i).conditions();
            boolean isFirst = runs.subList(0, i).stream()
                    .noneMatch(each -> each.conditions().isComparableTo(conditions));
            if (isFirst) {
                TimingDependence.among(runs.stream()
                                .filter(each -> each.conditions().isComparableTo(conditions))
                                .toList())
                        .ifPresent(occurrences::add);
            }
        }
        return CauseMerger.merged(occurrences.merged());
    }
}
