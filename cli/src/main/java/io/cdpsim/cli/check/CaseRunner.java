package io.cdpsim.cli.check;

import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.programs.exec.process.ProgramSettings.ProgramWrapper;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxLinkException;
import io.cdpsim.ptx.read.PtxSyntaxException;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.semantics.check.CheckReport;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.PortingReport;
import io.cdpsim.semantics.check.ProgramCheck;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.semantics.check.scenario.CheckScenario;
import io.cdpsim.semantics.check.scenario.ScenarioCheck;
import io.cdpsim.semantics.check.scenario.ScenarioOutcome;
import io.cdpsim.semantics.check.scenario.ScenarioReader;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.graph.GraphFormatException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Checks scenarios and programs in parallel. */
final class CaseRunner {
    private final Workloads workloads;
    private final CheckedProgramOptions options;
    private final int threads;

    CaseRunner(Workloads workloads, CheckedProgramOptions options, int threads) {
        this.workloads = workloads;
        this.options = options;
        this.threads = threads;
    }

    private record Case(String name, String file, int line, Callable<CaseResult> check) {}

    /**
     * Checks all targets. A case that cannot run is a result of its own, unless it is the only one.
     *
     * @param reportsErrors whether even the only case is a result, for a report in a file
     * @return the results, in the order of the targets
     * @throws InvalidInputException if a file of scenarios is malformed, or the only case cannot run
     */
    List<CaseResult> run(List<CheckTarget> targets, boolean reportsErrors) {
        List<Case> cases = new ArrayList<>();
        boolean isAlone = targets.size() == 1;
        for (CheckTarget target : targets) {
            if (target instanceof CheckTarget.OfScenarios scenarios) {
                for (CheckScenario each : new ScenarioReader(workloads).read(scenarios.file())) {
                    String file = files(Optional.empty()).named(scenarios.file().toString());
                    cases.add(new Case(
                            each.name(), file, each.place().line(), () -> checked(scenarios.file(), file, each)));
                }
            } else {
                CheckedProgram program = options.program(target);
                String file =
                        files(Optional.of(program)).named(paths(program).get(0).toString());
                cases.add(new Case(file, file, 1, () -> checked(program, file, isAlone ? threads : 1)));
            }
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<CaseResult>> running =
                    cases.stream().map(each -> pool.submit(each.check())).toList();
            List<CaseResult> results = new ArrayList<>();
            for (int i = 0; i < cases.size(); i++) {
                results.add(result(cases.get(i), running.get(i), reportsErrors || cases.size() > 1));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    /** The porting advice for programs. */
    List<CaseResult> ported(List<CheckTarget> targets) {
        List<CaseResult> advice = new ArrayList<>();
        for (CheckTarget target : targets) {
            if (target instanceof CheckTarget.OfScenarios scenarios) {
                throw new InvalidInputException(
                        scenarios.file() + ": is a file of scenarios, but --port needs a program");
            }
            CheckedProgram ported = options.program(target);
            SourceFiles names = files(Optional.of(ported));
            String file = names.named(paths(ported).get(0).toString());
            List<Occurrence> occurrences = PortingReport.of(ported).stream()
                    .map(each -> new Occurrence(named(each, names), List.of()))
                    .toList();
            advice.add(new CaseResult(file, file, 1, 0, 0, occurrences, List.of(), List.of(), 0));
        }
        return advice;
    }

    private static CaseResult result(Case one, Future<CaseResult> running, boolean reportsErrors) {
        try {
            return running.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException exception) {
                if (reportsErrors && isOfInput(exception)) {
                    return CaseResult.unavailable(
                            one.name(), one.file(), one.line(), String.valueOf(exception.getMessage()));
                }
                throw exception;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidInputException("the check was interrupted");
        }
    }

    private static boolean isOfInput(RuntimeException e) {
        return e instanceof InvalidInputException
                || e instanceof ProfileException
                || e instanceof GraphFormatException
                || e instanceof KernelLoadException
                || e instanceof PtxSyntaxException
                || e instanceof PtxLinkException
                || e instanceof UnsupportedPtxException
                || e instanceof CudaException;
    }

    private static CaseResult checked(Path file, String name, CheckScenario scenario) {
        ScenarioOutcome outcome;
        try {
            outcome = new ScenarioCheck(ProgramWrapper.NONE).run(scenario);
        } catch (InvalidInputException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(file.toString()) ? e : scenario.place().problem(message);
        }
        SourceFiles names = files(
                scenario.task() instanceof CheckScenario.ProgramTask runs
                        ? Optional.of(runs.program())
                        : Optional.empty());
        return new CaseResult(
                scenario.name(),
                name,
                scenario.place().line(),
                outcome.expectations(),
                outcome.runs(),
                named(outcome.occurrences(), names),
                outcome.notes(),
                outcome.edits(),
                outcome.millis());
    }

    private CaseResult checked(CheckedProgram program, String name, int jobs) {
        long start = System.nanoTime();
        CheckReport report = ProgramCheck.of(program)
                .under(options.conditions(program))
                .within(options.limit())
                .withinEvents(options.eventLimit())
                .onThreads(jobs)
                .run();
        return new CaseResult(
                        name,
                        name,
                        1,
                        0,
                        report.runs().size(),
                        named(report.occurrences(), files(Optional.of(program))),
                        report.skipped(),
                        List.of(),
                        (System.nanoTime() - start) / 1_000_000)
                .withRaces(RaceFiles.races(report.runs(), name));
    }

    private static List<Path> paths(CheckedProgram program) {
        if (program instanceof CheckedProgram.CudaSource cuda) {
            return cuda.sources();
        }
        if (program instanceof CheckedProgram.PtxWithPlan ptx) {
            return ptx.files();
        }
        return program instanceof CheckedProgram.Executable built ? List.of(built.program()) : List.of();
    }

    private static SourceFiles files(Optional<CheckedProgram> program) {
        List<Path> folders = program.map(CaseRunner::paths).orElse(List.of()).stream()
                .map(each -> each.toAbsolutePath().getParent())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return new SourceFiles(Path.of(""), folders);
    }

    private static List<Occurrence> named(List<Occurrence> occurrences, SourceFiles names) {
        return occurrences.stream()
                .map(each ->
                        new Occurrence(named(each.diagnostic(), names), each.runs(), named(each.consequences(), names)))
                .toList();
    }

    private static Diagnostic named(Diagnostic found, SourceFiles names) {
        return new Diagnostic(
                found.severity(),
                found.rule(),
                named(found.message(), names),
                found.locations().stream().map(names::named).toList(),
                found.details().stream().map(each -> named(each, names)).toList(),
                named(found.fix(), names));
    }

    /** A text with the names of files as users know them. */
    private static String named(String text, SourceFiles names) {
        String named = text;
        for (SourceLocation each : SourceLocation.in(text)) {
            named = named.replace(each.toString(), names.named(each).toString());
        }
        return named;
    }
}
