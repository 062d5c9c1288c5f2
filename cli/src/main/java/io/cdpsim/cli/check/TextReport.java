package io.cdpsim.cli.check;

import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.RunConditions;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Cases as text: one line for each, followed by its diagnostics in the format of compilers. */
final class TextReport {
    private static final int MOST_NAMED_RUNS = 3;

    private TextReport() {}

    /**
     * The report of a case.
     *
     * @param failing the least severity that fails the case
     */
    static String text(CaseResult each, Severity failing) {
        StringBuilder text = new StringBuilder();
        text.append(
                        switch (each.status(failing)) {
                            case OK -> "ok    ";
                            case FAIL -> "FAIL  ";
                            case ERROR -> "ERROR ";
                        })
                .append(PrintableText.line(each.name()))
                .append(": ")
                .append(count(each.runs(), "run"));
        if (each.expectations() > 0) {
            text.append(", ").append(count(each.expectations(), "expectation"));
        }
        text.append('\n');
        for (Occurrence occurrence : each.occurrences()) {
            append(text, occurrence, each.runs());
        }
        if (!each.accepted().isEmpty()) {
            text.append("  ")
                    .append(each.accepted().size())
                    .append(" accepted: ")
                    .append(each.accepted().stream()
                            .map(it -> it.occurrence().diagnostic().rule())
                            .distinct()
                            .collect(Collectors.joining(", ")))
                    .append('\n');
        }
        for (String note : each.notes()) {
            text.append("  ").append(PrintableText.line(note)).append('\n');
        }
        return text.toString();
    }

    /** The last line. */
    static String total(List<CaseResult> all, Severity failing) {
        int runs = all.stream().mapToInt(CaseResult::runs).sum();
        return count(all.size(), "case") + ", " + count(runs, "run") + ": " + ending(all, failing) + "\n";
    }

    /** What to change in a program, without a verdict. */
    static String advice(CaseResult of) {
        StringBuilder text = new StringBuilder(PrintableText.line(of.name()) + ": "
                + (of.occurrences().isEmpty()
                        ? "nothing to change for CDP2"
                        : count(of.occurrences().size(), "place") + " to look at for CDP2 (docs/use/porting.md)")
                + "\n");
        of.occurrences().forEach(each -> append(text, each, 0));
        return text.toString();
    }

    private static String ending(List<CaseResult> all, Severity failing) {
        long failed = number(all, CaseResult.Status.FAIL, failing);
        long errors = number(all, CaseResult.Status.ERROR, failing);
        if (failed + errors == 0) {
            return "all hold";
        }
        String cannotRun = errors + " could not run";
        return errors == 0 ? failed + " failed" : failed == 0 ? cannotRun : failed + " failed, " + cannotRun;
    }

    static long number(List<CaseResult> all, CaseResult.Status status, Severity failing) {
        return all.stream().filter(each -> each.status(failing) == status).count();
    }

    private static void append(StringBuilder text, Occurrence occurrence, int runs) {
        Diagnostic found = occurrence.diagnostic();
        String place = found.locations().isEmpty() ? "" : found.locations().get(0) + ": ";
        text.append("  ")
                .append(PrintableText.line(place))
                .append(found.severity().name().toLowerCase(Locale.ROOT))
                .append(": ")
                .append(PrintableText.line(found.message()))
                .append(" [")
                .append(found.rule())
                .append("]\n");
        for (String detail : found.details()) {
            line(text, detail);
        }
        for (SourceLocation other : found.locations().stream().skip(1).toList()) {
            boolean isNamed = found.details().stream().anyMatch(each -> each.contains(other.toString()));
            if (!isNamed) {
                line(text, "also at " + other);
            }
        }
        if (!found.fix().isEmpty()) {
            line(text, "fix: " + found.fix());
        }
        if (!occurrence.runs().isEmpty() && runs > 1) {
            line(text, "seen in " + runs(occurrence.runs(), runs));
        }
    }

    private static String runs(List<RunConditions> seen, int runs) {
        if (seen.size() == runs) {
            return "all " + runs + " runs";
        }
        String named = seen.stream()
                .limit(MOST_NAMED_RUNS)
                .map(RunConditions::toString)
                .collect(Collectors.joining("; "));
        return seen.size() + " of " + runs + " runs: " + named + (seen.size() > MOST_NAMED_RUNS ? "; ..." : "");
    }

    private static void line(StringBuilder text, String words) {
        text.append("      ").append(PrintableText.line(words)).append('\n');
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
