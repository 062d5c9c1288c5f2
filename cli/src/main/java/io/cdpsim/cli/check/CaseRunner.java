package io.cdpsim.cli.check;

import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.check.CheckReport;
import io.cdpsim.workloads.check.ProgramCheck;
import io.cdpsim.workloads.check.Sighting;
import io.cdpsim.workloads.check.finding.CodePlace;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.scenario.Scenario;
import io.cdpsim.workloads.check.scenario.ScenarioCheck;
import io.cdpsim.workloads.check.scenario.ScenarioOutcome;
import io.cdpsim.workloads.check.scenario.ScenarioReader;
import io.cdpsim.workloads.check.scenario.Task;
import io.cdpsim.workloads.check.trial.Subject;
import io.cdpsim.workloads.cuda.CompileException;
import io.cdpsim.workloads.exec.process.ProgramWrapper;
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

/** Checks what was given: scenarios beside each other, or the runs of a program. */
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
     * Checks all, in the order in which they were given.
     *
     * @throws WorkloadException if an input is wrong; nothing is run where a file of scenarios is
     */
    List<CaseResult> run(List<CheckTarget> targets) {
        List<Callable<CaseResult>> cases = new ArrayList<>();
        boolean isAlone = targets.size() == 1;
        for (CheckTarget target : targets) {
            if (target instanceof CheckTarget.OfScenarios scenarios) {
                for (Scenario each : new ScenarioReader(workloads).read(scenarios.file())) {
                    cases.add(() -> checked(scenarios.file(), each));
                }
            } else {
                Subject subject = options.subject(target);
                cases.add(() -> checked(subject, isAlone ? threads : 1));
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
            throw new WorkloadException("the check was interrupted");
        }
    }

    private static CaseResult checked(Path file, Scenario scenario) {
        ScenarioOutcome outcome;
        try {
            outcome = new ScenarioCheck(ProgramWrapper.NONE).run(scenario);
        } catch (WorkloadException e) {
            String said = String.valueOf(e.getMessage());
            throw said.startsWith(file.toString()) ? e : scenario.place().problem(said);
        } catch (CompileException e) {
            throw scenario.place()
                    .problem("does not compile: " + e.said().lines().findFirst().orElse(""));
        }
        SourceFiles names =
                names(scenario.task() instanceof Task.Runs runs ? Optional.of(runs.subject()) : Optional.empty());
        return new CaseResult(
                scenario.name(),
                names.named(file.toString()),
                scenario.place().line(),
                outcome.expectations(),
                outcome.runs(),
                named(outcome.sightings(), names),
                outcome.notes(),
                outcome.changes(),
                outcome.millis());
    }

    private CaseResult checked(Subject subject, int jobs) {
        long begin = System.nanoTime();
        CheckReport report = ProgramCheck.of(subject)
                .under(options.conditions(subject))
                .within(options.limit())
                .on(jobs)
                .run();
        SourceFiles names = names(Optional.of(subject));
        String file = names.named(files(subject).get(0).toString());
        return new CaseResult(
                file,
                file,
                1,
                0,
                report.observations().size(),
                named(report.sightings(), names),
                report.skipped(),
                List.of(),
                (System.nanoTime() - begin) / 1_000_000);
    }

    private static List<Path> files(Subject subject) {
        if (subject instanceof Subject.CudaSource cuda) {
            return cuda.sources();
        }
        if (subject instanceof Subject.PtxWithPlan ptx) {
            return ptx.files();
        }
        return subject instanceof Subject.Executable built ? List.of(built.program()) : List.of();
    }

    private static SourceFiles names(Optional<Subject> subject) {
        List<Path> folders = subject.map(CaseRunner::files).orElse(List.of()).stream()
                .map(each -> each.toAbsolutePath().getParent())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return new SourceFiles(Path.of(""), folders);
    }

    private static List<Sighting> named(List<Sighting> sightings, SourceFiles names) {
        return sightings.stream()
                .map(each -> new Sighting(named(each.finding(), names), each.trials()))
                .toList();
    }

    private static Finding named(Finding found, SourceFiles names) {
        return new Finding(
                found.severity(),
                found.rule(),
                named(found.what(), names),
                found.places().stream().map(names::named).toList(),
                found.details().stream().map(each -> named(each, names)).toList(),
                named(found.mend(), names));
    }

    /** The same words with the places as they are named now. */
    private static String named(String words, SourceFiles names) {
        String named = words;
        for (CodePlace each : CodePlace.in(words)) {
            named = named.replace(each.toString(), names.named(each).toString());
        }
        return named;
    }
}
