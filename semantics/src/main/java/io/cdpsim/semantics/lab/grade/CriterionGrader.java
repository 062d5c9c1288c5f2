package io.cdpsim.semantics.lab.grade;

import io.cdpsim.semantics.check.CheckReport;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.ObservedGrid;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.check.run.RunEnding;
import io.cdpsim.semantics.lab.key.Criterion;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares what a program did with what it must do. */
final class CriterionGrader {
    /** What {@link Criterion.Result} looks at, and {@link Criterion.Clean} does not. */
    private static final Set<String> OF_RESULT = Set.of(
            CheckerRules.RESULT,
            CheckerRules.STUCK,
            CheckerRules.BOMB,
            CheckerRules.LIMIT,
            CheckerRules.LOAD,
            CheckerRules.TIMING);

    private static final int MOST_SHOWN = 3;
    private static final int MOST_COLUMNS = 200;

    private final CheckReport report;

    CriterionGrader(CheckReport report) {
        this.report = report;
    }

    ItemScore mark(Criterion criterion) {
        if (criterion instanceof Criterion.Result result) {
            return of("result", result, wrong());
        }
        if (criterion instanceof Criterion.Clean clean) {
            return of("no faults", clean, faults(clean).or(this::nowhereRight));
        }
        if (criterion instanceof Criterion.Grids grids) {
            return of("grids of " + String.join(", ", grids.kernels()), grids, miscounted(grids));
        }
        if (criterion instanceof Criterion.Overlap overlap) {
            return of("overlap", overlap, nowhereRight().or(() -> apart(overlap)));
        }
        return of("time", criterion, nowhereRight().or(() -> slow((Criterion.Time) criterion)));
    }

    private static ItemScore of(String what, Criterion criterion, Optional<String> problem) {
        return problem.map(each -> ItemScore.none(what, criterion.points(), each + "; " + criterion.hint()))
                .orElseGet(() -> ItemScore.full(what, criterion.points()));
    }

    private static boolean isRight(ObservedRun run) {
        return run.ending() == RunEnding.COMPLETED
                && run.result().isPresent()
                && run.result().get().correct()
                && run.exitCode().orElse(0) == 0
                // One that ends before it has done anything ends well, too.
                && !run.completed().isEmpty();
    }

    private Optional<String> wrong() {
        List<ObservedRun> runs = report.runs();
        List<ObservedRun> wrong = runs.stream().filter(each -> !isRight(each)).toList();
        return wrong.stream()
                .findFirst()
                .map(each -> "in " + wrong.size() + " of " + runs.size() + " runs (" + each.conditions() + "): "
                        + why(each));
    }

    private static String why(ObservedRun run) {
        if (!run.message().isEmpty()) {
            return firstLine(run.message());
        }
        if (run.completed().isEmpty()) {
            return "no grid came to its end";
        }
        String printed = firstLine(run.output());
        if (!printed.isEmpty()) {
            return printed;
        }
        String failure = run.result().map(each -> firstLine(each.failure())).orElse("");
        // The plan lies where the grader has put it.
        int at = failure.indexOf(".yaml:");
        return at < 0 ? failure : failure.substring(failure.lastIndexOf('/', at) + 1);
    }

    private Optional<String> nowhereRight() {
        return report.runs().stream().anyMatch(CriterionGrader::isRight)
                ? Optional.empty()
                : Optional.of("no run has the right result");
    }

    private Optional<String> faults(Criterion.Clean clean) {
        List<Diagnostic> faults = report.occurrences().stream()
                .map(Occurrence::diagnostic)
                .filter(each -> each.severity() != Severity.NOTE)
                .filter(each ->
                        !OF_RESULT.contains(each.rule()) && !clean.except().contains(each.rule()))
                .toList();
        if (faults.isEmpty()) {
            return Optional.empty();
        }
        String rest = faults.size() > MOST_SHOWN ? ", and " + (faults.size() - MOST_SHOWN) + " more" : "";
        return Optional.of(
                faults.stream().limit(MOST_SHOWN).map(CriterionGrader::text).collect(Collectors.joining("; ")) + rest);
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

    private Optional<String> miscounted(Criterion.Grids wanted) {
        for (ObservedRun run : report.runs()) {
            long count = wanted.kernels().stream()
                    .mapToLong(each -> run.completed().getOrDefault(each, 0L))
                    .sum();
            if (count < wanted.least() || count > wanted.most()) {
                return Optional.of(count + (count == 1 ? " grid" : " grids") + " of "
                        + String.join(", ", wanted.kernels()) + " came to an end (" + run.conditions()
                        + "), which is too "
                        + (count < wanted.least() ? "few" : "many"));
            }
        }
        return Optional.empty();
    }

    private Optional<String> apart(Criterion.Overlap wanted) {
        int most = report.runs().stream()
                .mapToInt(each -> atOnce(each, wanted.kernel()))
                .max()
                .orElse(0);
        return most >= wanted.least()
                ? Optional.empty()
                : Optional.of("at no time do more than " + most + " grids of " + wanted.kernel() + " run");
    }

    private static int atOnce(ObservedRun run, String kernel) {
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

    private Optional<String> slow(Criterion.Time wanted) {
        double least = report.runs().stream()
                .flatMap(each -> each.result().stream())
                .mapToDouble(each -> each.timeMicros())
                .min()
                .orElse(Double.MAX_VALUE);
        return least <= wanted.mostMicros()
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "the fastest run takes %.0f us, which is too long", least));
    }

    private static String firstLine(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= MOST_COLUMNS ? line : line.substring(0, MOST_COLUMNS) + "...";
    }
}
