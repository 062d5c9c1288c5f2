package io.cdpsim.cli.check;

import io.cdpsim.programs.cuda.CompileException;
import io.cdpsim.programs.exec.process.ProgramWrapper;
import io.cdpsim.semantics.check.CheckReport;
import io.cdpsim.semantics.check.Occurrence;
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

/** Checks targets: scenarios in parallel, or the runs of a program in parallel. */
final class CaseRunner {
    private final Workloads workloads;
    private final CheckedProgramOptions options;
    private final int threads;

    CaseRunner(Workloads workloads, CheckedProgramOptions options, int threads) {
        this.workloads = workloads;
        this.options = options;
        this.threads = threads;
    }

    /**
     * Checks all targets; the results are in their order.
     *
     * @throws InvalidInputException if an input is wrong; nothing is run where a file of scenarios is
     */
    List<CaseResult> run(List<CheckTarget> targets) {
        List<Callable<CaseResult>> cases = new ArrayList<>();
        boolean isAlone = targets.size() == 1;
        for (CheckTarget target : targets) {
            if (target instanceof CheckTarget.OfScenarios scenarios) {
                for (CheckScenario each : new ScenarioReader(workloads).read(scenarios.file())) {
                    cases.add(() -> checked(scenarios.file(), each));
                }
            } else {
                CheckedProgram program = options.program(target);
                cases.add(() -> checked(program, isAlone ? threads : 1));
            }
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<CaseResult>> running = cases.stream().map(pool::submit).toList();
            List<CaseResult> done = new ArrayList<>();
            for (Future<CaseResult> each : running) {
                done.add(ended(each));
            }
            return done;
        } finally {
            pool.shutdownNow();
        }
    }

    private static CaseResult ended(Future<CaseResult> running) {
        try {
            return running.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException wrong) {
                throw wrong;
            }
            if (e.getCause() instanceof Error grave) {
                throw grave;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidInputException("the check was interrupted");
        }
    }

    private static CaseResult checked(Path file, CheckScenario scenario) {
        ScenarioOutcome outcome;
        try {
            outcome = new ScenarioCheck(ProgramWrapper.NONE).run(scenario);
        } catch (InvalidInputException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(file.toString()) ? e : scenario.place().problem(message);
        } catch (CompileException e) {
            throw scenario.place()
                    .problem("does not compile: " + e.said().lines().findFirst().orElse(""));
        }
        SourceFiles names = names(
                scenario.task() instanceof CheckScenario.ProgramTask runs
                        ? Optional.of(runs.program())
                        : Optional.empty());
        return new CaseResult(
                scenario.name(),
                names.named(file.toString()),
                scenario.place().line(),
                outcome.expectations(),
                outcome.runs(),
                named(outcome.occurrences(), names),
                outcome.notes(),
                outcome.edits(),
                outcome.millis());
    }

    private CaseResult checked(CheckedProgram program, int jobs) {
        long begin = System.nanoTime();
        CheckReport report = ProgramCheck.of(program)
                .under(options.conditions(program))
                .within(options.limit())
                .onThreads(jobs)
                .run();
        SourceFiles names = names(Optional.of(program));
        String file = names.named(files(program).get(0).toString());
        return new CaseResult(
                file,
                file,
                1,
                0,
                report.runs().size(),
                named(report.occurrences(), names),
                report.skipped(),
                List.of(),
                (System.nanoTime() - begin) / 1_000_000);
    }

    private static List<Path> files(CheckedProgram program) {
        if (program instanceof CheckedProgram.CudaSource cuda) {
            return cuda.sources();
        }
        if (program instanceof CheckedProgram.PtxWithPlan ptx) {
            return ptx.files();
        }
        return program instanceof CheckedProgram.Executable built ? List.of(built.program()) : List.of();
    }

    private static SourceFiles names(Optional<CheckedProgram> program) {
        List<Path> folders = program.map(CaseRunner::files).orElse(List.of()).stream()
                .map(each -> each.toAbsolutePath().getParent())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return new SourceFiles(Path.of(""), folders);
    }

    private static List<Occurrence> named(List<Occurrence> occurrences, SourceFiles names) {
        return occurrences.stream()
                .map(each -> new Occurrence(named(each.diagnostic(), names), each.runs()))
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

    /** A copy of the text with its places renamed. */
    private static String named(String words, SourceFiles names) {
        String named = words;
        for (SourceLocation each : SourceLocation.in(words)) {
            named = named.replace(each.toString(), names.named(each).toString());
        }
        return named;
    }
}
