package io.cdpsim.workloads.check;

import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.diagnostic.CheckerRules;
import io.cdpsim.workloads.check.diagnostic.Severity;
import io.cdpsim.workloads.check.run.RunEnding;
import io.cdpsim.workloads.check.run.ObservedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether a program does the same however its grids are timed: every policy and seed is legal, so one whose result differs depends on what nobody promises.
 * Times that it prints differ, of course, and lines of grids that run beside each other may come in any order.
 */
final class TimingDependence {
    private static final Pattern TIME = Pattern.compile(
            "[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? ?(ns|us|\u00b5s|ms|s|sec|seconds|milliseconds|microseconds|nanoseconds|"
                    + "cycles|clocks|[KMGT]?B/s|GFLOPS?)\\b");

    private static final int MOST_SHOWN = 120;

    private TimingDependence() {}

    /**
     * What differs among runs.
     *
     * @param runs of which any two differ in nothing but policy and seed
     */
    static Optional<Diagnostic> among(List<ObservedRun> runs) {
        List<ObservedRun> ended =
                runs.stream().filter(each -> each.ending() != RunEnding.STOPPED).toList();
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
            return Optional.of(finding("whether the program comes to its end", one, word(one), other, word(other)));
        }
        if (!one.exitCode().equals(other.exitCode())) {
            return Optional.of(finding(
                    "the exit code",
                    one,
                    String.valueOf(one.exitCode().orElse(0)),
                    other,
                    String.valueOf(other.exitCode().orElse(0))));
        }
        String failure = failure(one);
        String otherFailure = failure(other);
        if (!failure.equals(otherFailure)) {
            return Optional.of(finding(
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
        return Optional.of(finding("what the program prints", one, line(lines, at), other, line(otherLines, at)));
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
                "grids that nothing orders print in any order; order them, or let the host print"));
    }

    private static Diagnostic finding(String what, ObservedRun one, String is, ObservedRun other, String isThere) {
        return new Diagnostic(
                Severity.ERROR,
                CheckerRules.TIMING,
                what + " depends on when grids run",
                List.of(),
                List.of(one.trial() + ": " + is, other.trial() + ": " + isThere),
                "every policy and seed is one that CUDA allows: order what depends on each other, and mend the races first");
    }

    private static String word(ObservedRun run) {
        return run.ending() == RunEnding.ENDED
                ? "it does"
                : run.message().lines().findFirst().orElse("it does not");
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
        return line.length() > MOST_SHOWN ? line.substring(0, MOST_SHOWN) + "..." : line;
    }
}
