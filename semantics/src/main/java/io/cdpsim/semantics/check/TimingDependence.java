package io.cdpsim.semantics.check;

import com.google.common.collect.LinkedHashMultiset;
import com.google.common.collect.Multiset;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.check.run.OutputDigest;
import io.cdpsim.semantics.check.run.RunDiagnostics;
import io.cdpsim.semantics.check.run.RunEnding;
import java.util.List;
import java.util.Optional;

/**
 * Finds results that depend on when grids run. CUDA allows every policy and seed, so a correct program gives the same result under all of
 * them. Times that the program prints are ignored, and the order of lines from concurrent grids is a note only.
 */
final class TimingDependence {
    private static final int MAX_LENGTH = 120;

    private TimingDependence() {}

    /**
     * The first difference between runs.
     *
     * @param runs runs that differ in policy and seed only
     */
    static Optional<Diagnostic> among(List<ObservedRun> runs) {
        List<ObservedRun> ended = runs.stream()
                .filter(each -> each.ending() != RunEnding.TIMED_OUT)
                .toList();
        for (int i = 1; i < ended.size(); i++) {
            Optional<Diagnostic> difference = between(ended.get(0), ended.get(i));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return ended.stream()
                .skip(1)
                .map(each -> reordered(ended.get(0), each))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Diagnostic> between(ObservedRun one, ObservedRun other) {
        if (one.ending() != other.ending()) {
            return Optional.of(
                    diagnostic("whether the program completes", one, completion(one), other, completion(other)));
        }
        if (!one.exitCode().equals(other.exitCode())) {
            return Optional.of(diagnostic(
                    "the exit code",
                    one,
                    String.valueOf(one.exitCode().orElse(0)),
                    other,
                    String.valueOf(other.exitCode().orElse(0))));
        }
        String failure = failure(one);
        String otherFailure = failure(other);
        if (!failure.equals(otherFailure)) {
            return Optional.of(diagnostic(
                    "the result",
                    one,
                    failure.isEmpty() ? "correct" : failure,
                    other,
                    otherFailure.isEmpty() ? "correct" : otherFailure));
        }
        if (one.digest().content().equals(other.digest().content())) {
            return Optional.empty();
        }
        return Optional.of(diagnostic("what the program prints", one, onlyIn(one, other), other, onlyIn(other, one)));
    }

    /** A line that only the first run prints, as far as the kept outputs show. */
    private static String onlyIn(ObservedRun one, ObservedRun other) {
        Multiset<String> lines = LinkedHashMultiset.create(lines(one));
        lines(other).forEach(lines::remove);
        boolean isWhole = lines(one).size() == one.digest().lines()
                && lines(other).size() == other.digest().lines();
        return lines.stream()
                .findFirst()
                .filter(each -> isWhole)
                .map(TimingDependence::quoted)
                .orElse(one.digest().lines() + " lines"
                        + (isWhole ? "" : ", of digest " + one.digest().content()));
    }

    private static Optional<Diagnostic> reordered(ObservedRun one, ObservedRun other) {
        if (one.digest().order().equals(other.digest().order())) {
            return Optional.empty();
        }
        return Optional.of(new Diagnostic(
                Severity.NOTE,
                CheckerRules.TIMING,
                "the order of the printed lines depends on when grids run",
                List.of(),
                List.of(),
                "order the grids, or print from the host: unordered grids print in any order"));
    }

    private static Diagnostic diagnostic(
            String what, ObservedRun one, String ofOne, ObservedRun other, String ofOther) {
        return new Diagnostic(
                Severity.ERROR,
                CheckerRules.TIMING,
                what + " depends on when grids run",
                List.of(),
                List.of(one.conditions() + ": " + ofOne, other.conditions() + ": " + ofOther),
                "fix the races first, then order the grids that depend on each other: CUDA allows every policy and"
                        + " seed");
    }

    private static String completion(ObservedRun run) {
        return run.ending() == RunEnding.COMPLETED
                ? "it completes"
                : run.message().lines().findFirst().orElse("it does not complete");
    }

    private static String failure(ObservedRun run) {
        return run.result().map(each -> first(each.failure())).orElse("");
    }

    private static String first(String text) {
        return OutputDigest.withoutTimes(
                RunDiagnostics.steady(text.lines().findFirst().orElse("")));
    }

    private static List<String> lines(ObservedRun run) {
        return run.output().lines().map(OutputDigest::withoutTimes).toList();
    }

    private static String quoted(String line) {
        return "\"" + (line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "..." : line) + "\"";
    }
}
