package io.cdpsim.semantics.lab.grade;

import io.cdpsim.semantics.check.CheckReport;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.ObservedGrid;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.check.run.RunConditions;
import io.cdpsim.semantics.check.run.RunEnding;
import io.cdpsim.semantics.lab.grade.Grade.Score;
import io.cdpsim.semantics.lab.key.ProgramTask.Criterion;
import io.cdpsim.semantics.lab.key.ProgramTask.RequiredLaunch;
import io.cdpsim.workloads.RunResult;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Compares the runs of a program with criteria. */
final class CriterionGrader {
    /** The rules that {@link Criterion.Result} covers and {@link Criterion.Clean} ignores. */
    private static final Set<String> RESULT_RULES = Set.of(
            CheckerRules.RESULT,
            CheckerRules.STUCK,
            CheckerRules.BOMB,
            CheckerRules.LIMIT,
            CheckerRules.NOT_JUDGED,
            CheckerRules.LOAD,
            CheckerRules.TIMING);

    private static final Pattern VALUES = Pattern.compile(": found .*, expected .*$");

    private static final int MAX_SHOWN = 3;
    private static final int MAX_COLUMNS = 200;

    private final CheckReport report;

    CriterionGrader(CheckReport report) {
        this.report = report;
    }

    Score score(Criterion criterion) {
        if (criterion instanceof Criterion.Result result) {
            return of("result", result, wrongResult());
        }
        if (criterion instanceof Criterion.Clean clean) {
            return of("no faults", clean, faults(clean).or(this::neverCorrect));
        }
        if (criterion instanceof Criterion.Grids grids) {
            return of(
                    "grids of " + String.join(", ", grids.kernels()),
                    grids,
                    neverCorrect().or(() -> gridCount(grids)));
        }
        if (criterion instanceof Criterion.Overlap overlap) {
            return of("overlap", overlap, neverCorrect().or(() -> overlap(overlap)));
        }
        return of("time", criterion, neverCorrect().or(() -> time((Criterion.Time) criterion)));
    }

    private static Score of(String what, Criterion criterion, Optional<String> problem) {
        return problem.map(each -> Score.none(what, criterion.points(), each + "; " + criterion.hint()))
                .orElseGet(() -> Score.full(what, criterion.points()));
    }

    /** The conditions of a run with the correct result; empty if there is none. */
    Optional<RunConditions> correctConditions() {
        return report.runs().stream()
                .filter(CriterionGrader::isCorrect)
                .map(ObservedRun::conditions)
                .findFirst();
    }

    private static boolean isCorrect(ObservedRun run) {
        return run.ending() == RunEnding.COMPLETED
                && run.result().isPresent()
                && run.result().get().correct()
                && run.exitCode().orElse(0) == 0
                // A program that does nothing completes without an error, too.
                && !run.completed().isEmpty();
    }

    private Optional<String> wrongResult() {
        List<ObservedRun> runs = report.runs();
        List<ObservedRun> wrong = runs.stream().filter(each -> !isCorrect(each)).toList();
        return wrong.stream()
                .findFirst()
                .map(each -> "in " + wrong.size() + " of " + runs.size() + " runs (" + each.conditions() + "): "
                        + reason(each));
    }

    private static String reason(ObservedRun run) {
        if (!run.message().isEmpty()) {
            return firstLine(run.message());
        }
        String printed = firstLine(run.output());
        if (!printed.isEmpty()) {
            return printed;
        }
        String failure = run.result().map(each -> firstLine(each.failure())).orElse("");
        // The folder of the plan is a temporary folder of the grader.
        if (failure.isEmpty() && run.completed().isEmpty()) {
            return "no grid completed";
        }
        int at = failure.indexOf(".yaml:");
        String ofPlan = at < 0 ? failure : failure.substring(failure.lastIndexOf('/', at) + 1);
        // The values are of the grader's data: a program could return them the next time.
        return VALUES.matcher(ofPlan).replaceFirst("");
    }

    private Optional<String> neverCorrect() {
        return report.runs().stream().anyMatch(CriterionGrader::isCorrect)
                ? Optional.empty()
                : Optional.of("no run has the correct result");
    }

    private Optional<String> faults(Criterion.Clean clean) {
        List<Diagnostic> faults = report.occurrences().stream()
                .map(Occurrence::diagnostic)
                .filter(each -> each.severity() != Severity.NOTE)
                .filter(each ->
                        !RESULT_RULES.contains(each.rule()) && !clean.except().contains(each.rule()))
                .toList();
        if (faults.isEmpty()) {
            return Optional.empty();
        }
        String rest = faults.size() > MAX_SHOWN ? ", and " + (faults.size() - MAX_SHOWN) + " more" : "";
        return Optional.of(
                faults.stream().limit(MAX_SHOWN).map(CriterionGrader::text).collect(Collectors.joining("; ")) + rest);
    }

    private static String text(Diagnostic diagnostic) {
        String where =
                diagnostic.locations().stream().map(CriterionGrader::place).collect(Collectors.joining(", "));
        return diagnostic.message() + " (" + diagnostic.rule() + (where.isEmpty() ? "" : ", " + where) + ")";
    }

    private static String place(SourceLocation place) {
        Path name = Path.of(place.file()).getFileName();
        return (name == null ? place.file() : name.toString()) + ":" + place.line();
    }

    /** The reason why some run does not do the task by the launches that it must. */
    Optional<String> missingLaunches(List<RequiredLaunch> required) {
        for (ObservedRun run : report.runs()) {
            if (run.ending() != RunEnding.COMPLETED) {
                // Its criteria say more.
                continue;
            }
            Map<Long, ObservedGrid> grids =
                    run.grids().stream().collect(Collectors.toMap(ObservedGrid::number, each -> each));
            for (RequiredLaunch each : required) {
                long found = run.grids().stream()
                        .filter(grid -> grid.endCycle() >= 0 && grid.kernel().equals(each.kernel()))
                        .filter(grid -> each.by().isEmpty() || isBelow(grid, each.by(), grids))
                        .count();
                if (found < each.least()) {
                    return Optional.of("the task is to be done by grids of " + each.kernel()
                            + (each.by().isEmpty() ? "" : " that " + each.by() + " launches") + ": " + found
                            + (found == 1 ? " runs (" : " run (") + run.conditions() + ")");
                }
            }
        }
        return Optional.empty();
    }

    /** Whether a grid of a kernel launched a grid, or launched one that did, and so on. */
    private static boolean isBelow(ObservedGrid grid, String kernel, Map<Long, ObservedGrid> grids) {
        ObservedGrid parent = grids.get(grid.parent());
        while (parent != null) {
            if (parent.kernel().equals(kernel)) {
                return true;
            }
            parent = grids.get(parent.parent());
        }
        return false;
    }

    private Optional<String> gridCount(Criterion.Grids expected) {
        for (ObservedRun run : report.runs()) {
            long count = expected.kernels().stream()
                    .mapToLong(each -> run.completed().getOrDefault(each, 0L))
                    .sum();
            if (count < expected.least() || count > expected.most()) {
                return Optional.of(count + (count == 1 ? " grid" : " grids") + " of "
                        + String.join(", ", expected.kernels()) + " completed (" + run.conditions()
                        + "), which is too "
                        + (count < expected.least() ? "few" : "many"));
            }
        }
        return Optional.empty();
    }

    private Optional<String> overlap(Criterion.Overlap expected) {
        int most = report.runs().stream()
                .mapToInt(each -> mostAtOnce(each, expected.kernel()))
                .max()
                .orElse(0);
        return most >= expected.least()
                ? Optional.empty()
                : Optional.of("at most " + most + " grids of " + expected.kernel() + " run at the same time");
    }

    private static int mostAtOnce(ObservedRun run, String kernel) {
        List<ObservedGrid> grids = run.grids().stream()
                .filter(each -> each.kernel().equals(kernel) && each.startCycle() >= 0 && each.endCycle() >= 0)
                .sorted(Comparator.comparingLong(ObservedGrid::startCycle))
                .toList();
        int most = 0;
        for (ObservedGrid each : grids) {
            long start = each.startCycle();
            most = Math.max(most, (int) grids.stream()
                    .filter(other -> other.startCycle() <= start && start < other.endCycle())
                    .count());
        }
        return most;
    }

    private Optional<String> time(Criterion.Time expected) {
        double least = report.runs().stream()
                .filter(CriterionGrader::isCorrect)
                .mapToDouble(each -> micros(each, expected.kernel()))
                .min()
                .orElse(Double.MAX_VALUE);
        if (least <= expected.mostMicros()) {
            return Optional.empty();
        }
        return Optional.of(
                least == Double.MAX_VALUE
                        ? "no grid of " + expected.kernel() + " completed"
                        : String.format(Locale.ROOT, "%s takes %.2f us, which is too long", expected.kernel(), least));
    }

    /** How long the grids of a kernel take, added up; {@link Double#MAX_VALUE} if there are none. */
    private static double micros(ObservedRun run, String kernel) {
        RunResult result = run.result().orElseThrow();
        List<ObservedGrid> grids = run.grids().stream()
                .filter(each -> each.kernel().equals(kernel) && each.endCycle() >= 0)
                .toList();
        long cycles = grids.stream()
                .mapToLong(each -> each.endCycle() - each.startCycle())
                .sum();
        return grids.isEmpty() ? Double.MAX_VALUE : cycles * result.timeMicros() / result.cycles();
    }

    private static String firstLine(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= MAX_COLUMNS ? line : line.substring(0, MAX_COLUMNS) + "...";
    }
}
