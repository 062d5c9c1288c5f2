package io.cdpsim.semantics.check;

import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Joins the diagnostics that one cause has, so that a programmer sees one problem for one fix. Consequences become details of the cause. */
final class CauseMerger {
    private static final Set<String> FAILED_LAUNCHES = Set.of("POOL-3", "POOL-6", "LNCH-6");

    /** Errors of calls that leave streams unordered, so that races follow from them. */
    private static final Set<String> LOST_ORDER = Set.of("EVT-2", "EVT-3", "STR-9", "TAIL-8");

    private static final Set<String> UNORDERED = Set.of("MEM-12", "MEM-6");

    /** Rules of calls that the runtime refuses at a line, where the failed launch is only the consequence. */
    private static final Set<String> REFUSED_CALLS = Set.of("STR-3", "STR-4");

    private CauseMerger() {}

    /** The occurrences, with each consequence at its cause. */
    static List<Occurrence> merged(List<Occurrence> occurrences) {
        List<Occurrence> left = new ArrayList<>(occurrences);
        List<Occurrence> consequencesFirst = new ArrayList<>(occurrences);
        consequencesFirst.sort(
                Comparator.comparing(each -> switch (each.diagnostic().rule()) {
                    case CheckerRules.TIMING -> 0;
                    case CheckerRules.RESULT -> 1;
                    case CheckerRules.STUCK -> 2;
                    default -> 3;
                }));
        for (Occurrence original : consequencesFirst) {
            // Its own consequences have replaced it.
            Occurrence each = left.stream()
                    .filter(other -> other.diagnostic().isSameAs(original.diagnostic()))
                    .findFirst()
                    .orElse(original);
            Optional<Occurrence> cause = left.stream()
                    .filter(other -> !other.equals(each) && isCause(other.diagnostic(), each.diagnostic()))
                    .max(Comparator.comparing(other -> other.diagnostic().severity()));
            if (cause.isPresent() && left.remove(each)) {
                left.set(left.indexOf(cause.get()), with(cause.get(), each.diagnostic()));
            }
        }
        return left;
    }

    private static Occurrence with(Occurrence cause, Diagnostic consequence) {
        Diagnostic of = cause.diagnostic();
        List<String> details = new ArrayList<>(of.details());
        boolean isSaid = consequence.rule().equals(of.rule()) || consequence.severity() == Severity.NOTE;
        if (!isSaid) {
            String place = consequence.locations().isEmpty()
                    ? ""
                    : " at " + consequence.locations().get(0);
            consequence.details().stream()
                    .filter(each -> each.startsWith("consequence: "))
                    .forEach(details::add);
            details.add("consequence: " + consequence.message() + " [" + consequence.rule() + "]" + place);
        }
        return new Occurrence(
                new Diagnostic(of.severity(), of.rule(), of.message(), of.locations(), details, of.fix()),
                cause.runs());
    }

    private static boolean isCause(Diagnostic cause, Diagnostic of) {
        if (cause.severity() == Severity.NOTE && of.severity() != Severity.NOTE) {
            return false;
        }
        boolean isAtSameLine = !cause.locations().isEmpty()
                && !of.locations().isEmpty()
                && isSame(cause.locations().get(0), of.locations().get(0));
        // A launch that failed, and the note that its error is not read.
        if (of.rule().equals("LNCH-6") && isAtSameLine && FAILED_LAUNCHES.contains(cause.rule())) {
            return isMoreSpecific(cause, of);
        }
        if (REFUSED_CALLS.contains(cause.rule()) && of.rule().equals("LNCH-6") && isAtSameLine) {
            return true;
        }
        if (LOST_ORDER.contains(cause.rule()) && UNORDERED.contains(of.rule())) {
            return true;
        }
        // A program that waits forever in some runs behaves differently in others, and has no result.
        if (cause.rule().equals(CheckerRules.STUCK)) {
            return (of.rule().equals(CheckerRules.TIMING) && of.message().startsWith("whether the program completes"))
                    || of.rule().equals("CONC-1");
        }
        // A parent that polls what its child writes: the race names the line and the fix.
        if (cause.rule().equals("MEM-5") && of.rule().equals(CheckerRules.STUCK)) {
            return sharesLine(cause, of);
        }
        // The faulting access is the use of the NULL pointer.
        return cause.rule().equals("HEAP-1") && of.rule().equals(CheckerRules.RESULT) && sharesLine(cause, of);
    }

    private static boolean isMoreSpecific(Diagnostic cause, Diagnostic of) {
        return cause.severity() != of.severity()
                || !cause.rule().equals(of.rule())
                || cause.details().size() > of.details().size();
    }

    private static boolean sharesLine(Diagnostic one, Diagnostic other) {
        return other.locations().stream()
                .anyMatch(each -> one.locations().stream().anyMatch(it -> isSame(it, each)));
    }

    /** Whether two locations are the same line; messages may name a file by another path than line tables. */
    private static boolean isSame(SourceLocation one, SourceLocation other) {
        return one.line() == other.line() && name(one).equals(name(other));
    }

    private static String name(SourceLocation location) {
        return location.file().substring(location.file().lastIndexOf('/') + 1);
    }
}
