package io.cdpsim.semantics.check;

import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.check.run.RunEnding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds results that depend on when grids run. CUDA allows every policy and seed, so a correct program gives the same result under all of
 * them. Times that the program prints are ignored, and the order of lines from concurrent grids is a note only.
 */
final class TimingDependence {
    private static final Pattern TIME = Pattern.compile("[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?"
            + " ?(ns|us|\u00b5s|ms|s|sec|seconds|milliseconds|microseconds|nanoseconds|"
            + "cycles|clocks|[KMGT]?B/s|GFLOPS?)\\b");

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
        List<String> lines = lines(one);
        List<String> otherLines = lines(other);
        if (sorted(lines).equals(sorted(otherLines))) {
            return Optional.empty();
        }
        int at = 0;
        while (at < lines.size() && at < otherLines.size() && lines.get(at).equals(otherLines.get(at))) {
            at++;
        }
        return Optional.of(diagnostic("what the program prints", one, line(lines, at), other, line(otherLines, at)));
    }

    private static Optional<Diagnostic> reordered(ObservedRun one, ObservedRun other) {
        if (lines(one).equals(lines(other))) {
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
        return TIME.matcher(text.lines().findFirst().orElse("")).replaceAll("a time");
    }

    private static List<String> lines(ObservedRun run) {
        return TIME.matcher(run.output()).replaceAll("a time").lines().toList();
    }

    private static List<String> sorted(List<String> lines) {
        List<String> sorted = new ArrayList<>(lines);
        sorted.sort(null);
        return sorted;
    }

    private static String line(List<String> lines, int at) {
        String line = at < lines.size() ? "\"" + lines.get(at) + "\"" : "nothing more";
        return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "..." : line;
    }
}
