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

/** What people read: each case in a line, and what was found beneath, as compilers write it. */
final class TextReport {
    private static final int MOST_TRIALS = 3;

    private TextReport() {}

    /**
     * The report of a case.
     *
     * @param failing what is so bad that the case fails
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
        for (Occurrence sighting : each.occurrences()) {
            append(text, sighting, each.runs());
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

    private static void append(StringBuilder text, Occurrence sighting, int runs) {
        Diagnostic found = sighting.diagnostic();
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
            boolean isTold = found.details().stream().anyMatch(each -> each.contains(other.toString()));
            if (!isTold) {
                line(text, "also at " + other);
            }
        }
        if (!found.fix().isEmpty()) {
            line(text, "fix: " + found.fix());
        }
        if (!sighting.runs().isEmpty() && runs > 1) {
            line(text, "seen in " + trials(sighting.runs(), runs));
        }
    }

    private static String trials(List<RunConditions> trials, int runs) {
        if (trials.size() == runs) {
            return "all " + runs + " runs";
        }
        String named =
                trials.stream().limit(MOST_TRIALS).map(RunConditions::toString).collect(Collectors.joining("; "));
        return trials.size() + " of " + runs + " runs: " + named + (trials.size() > MOST_TRIALS ? "; ..." : "");
    }

    private static void line(StringBuilder text, String words) {
        text.append("      ").append(PrintableText.line(words)).append('\n');
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
