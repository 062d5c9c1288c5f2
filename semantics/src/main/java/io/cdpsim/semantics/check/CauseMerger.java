package io.cdpsim.semantics.check;

import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.RunConditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Joins the diagnostics that one cause has, so that a programmer sees one problem for one fix. Consequences become details of the cause. */
final class CauseMerger {
    private static final Set<String> FAILED_LAUNCHES = Set.of("POOL-3", "POOL-6", "LNCH-6");

    /** Errors of calls that leave streams unordered, so that races follow from them. */
    private static final Set<String> LOST_ORDER = Set.of("EVT-2", "EVT-3", "STR-9", "TAIL-8");

    private static final Set<String> UNORDERED = Set.of("MEM-12", "MEM-6");

    /** Rules of calls that the runtime refuses at a line, where the failed launch is only the consequence. */
    private static final Set<String> REFUSED_CALLS = Set.of("STR-3", "STR-4", "COPY-3");

    private static final Set<String> PRIVATE_POINTERS = Set.of("MEM-1", "COPY-3");

    /** Rules whose violation the code alone shows, and which make results wrong. */
    private static final Set<String> WRONG_CODE = Set.of("MEM-1", "COPY-3", "MEM-8");

    /** Races within a grid, those first whose fix is also that of the others. */
    private static final List<RaceKind> BLOCK_RACES = List.of(RaceKind.TEXTURE, RaceKind.BLOCKS, RaceKind.THREADS);

    /** Races of a parent and its child, those first whose fix is also that of the others. */
    private static final List<RaceKind> CHILD_RACES = List.of(
            RaceKind.NOT_SEEN_BY_LAUNCHER,
            RaceKind.STORE_AFTER_LAUNCH,
            RaceKind.CHILD_RESULT,
            RaceKind.CHILD_RESULT_CDP1);

    private static final Set<String> RACES =
            Arrays.stream(RaceKind.values()).map(RaceKind::rule).collect(Collectors.toUnmodifiableSet());

    /** Grids or output that are missing in some runs. */
    private static final Set<String> LOST_WORK = Set.of("POOL-3", "POOL-6", "LNCH-6", "HEAP-1", "PRNT-1");

    /** Reads of memory that nothing has written. */
    private static final String UNWRITTEN = "MEM-14";

    /** A launch below the top level into a full pool. */
    private static final String NESTED_OVERFLOW = "M-1";

    private static final String CONSEQUENCE = "consequence: ";

    private CauseMerger() {}

    /** The occurrences, with each consequence at its cause. */
    static List<Occurrence> merged(List<Occurrence> occurrences) {
        List<Occurrence> left = occurrences;
        int before;
        // A cause with its consequences may explain more than it does alone.
        do {
            before = left.size();
            left = mergedOnce(left);
        } while (left.size() < before);
        return left;
    }

    private static List<Occurrence> mergedOnce(List<Occurrence> occurrences) {
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
                    .filter(other -> !other.equals(each) && isCause(other, each))
                    .max(Comparator.comparing(other -> other.diagnostic().severity()));
            if (cause.isPresent() && left.remove(each)) {
                left.set(left.indexOf(cause.get()), with(cause.get(), each));
            }
        }
        return left;
    }

    private static Occurrence with(Occurrence cause, Occurrence joined) {
        Diagnostic of = cause.diagnostic();
        Diagnostic consequence = joined.diagnostic();
        List<String> details = new ArrayList<>(of.details());
        List<RunConditions> runs = new ArrayList<>(cause.runs());
        List<Occurrence> consequences = new ArrayList<>(cause.consequences());
        consequences.addAll(joined.consequences());
        if (isSameRace(of, consequence)) {
            details.add("also [" + consequence.rule() + "]: " + consequence.fix());
            runs.addAll(joined.runs());
        } else if (isSameUse(cause, joined) || isSamePair(of, consequence) || isSameMistake(of, consequence)) {
            String also = "also: " + consequence.message() + at(consequence);
            if (!details.contains(also)) {
                details.add(also);
            }
            runs.addAll(joined.runs());
        } else if (consequence.rule().equals(UNWRITTEN)) {
            runs.addAll(joined.runs());
        } else if (consequence.severity() != Severity.NOTE
                && !(consequence.rule().equals(of.rule()) && isAtSameLine(of, consequence))) {
            consequence.details().stream()
                    .filter(each -> each.startsWith(CONSEQUENCE))
                    .forEach(details::add);
            details.add(CONSEQUENCE + consequence.message() + " [" + consequence.rule() + "]" + at(consequence));
            if (FAILED_LAUNCHES.contains(consequence.rule())) {
                runs.addAll(joined.runs());
            }
            if (CheckerRules.ALL.contains(consequence.rule())) {
                consequences.add(joined);
            }
        }
        List<SourceLocation> locations = new ArrayList<>(of.locations());
        if (isSameMistake(of, consequence)) {
            consequence.locations().stream()
                    .filter(each -> !locations.contains(each))
                    .forEach(locations::add);
        }
        Severity severity =
                of.severity().compareTo(consequence.severity()) < 0 ? consequence.severity() : of.severity();
        return new Occurrence(
                new Diagnostic(severity, of.rule(), of.message(), locations, details, of.fix()),
                runs.stream().distinct().toList(),
                consequences);
    }

    private static boolean isCause(Occurrence causing, Occurrence following) {
        Diagnostic cause = causing.diagnostic();
        Diagnostic of = following.diagnostic();
        if (cause.severity() == Severity.NOTE && of.severity() != Severity.NOTE) {
            return false;
        }
        if (isSameRace(cause, of)
                || isSameUse(causing, following)
                || isSamePair(cause, of)
                || isSameMistake(cause, of)) {
            return true;
        }
        // In a race the read may precede the write.
        if (of.rule().equals(UNWRITTEN)) {
            return cause.rule().equals(UNWRITTEN)
                    ? isAtSameLine(cause, of)
                    : RACES.contains(cause.rule()) && sharesLine(cause, of);
        }
        boolean isAtSameLine = isAtSameLine(cause, of);
        // A launch that failed, and the note that its error is not read.
        if (of.rule().equals("LNCH-6") && containsLine(cause, of) && FAILED_LAUNCHES.contains(cause.rule())) {
            return isMoreSpecific(cause, of);
        }
        if (of.rule().equals(NESTED_OVERFLOW)) {
            return cause.rule().equals("POOL-6");
        }
        if (REFUSED_CALLS.contains(cause.rule())
                && (of.rule().equals("LNCH-6") || of.rule().equals("ERR-2"))) {
            return isAtSameLine;
        }
        if (LOST_ORDER.contains(cause.rule()) && UNORDERED.contains(of.rule())) {
            return true;
        }
        // The code passes the pointer, and the child that uses it does not find what it expects.
        if (PRIVATE_POINTERS.contains(cause.rule())
                && causing.runs().isEmpty()
                && of.rule().equals(cause.rule())) {
            return !following.runs().isEmpty();
        }
        // A program that waits forever in some runs behaves differently in others, and has no result.
        if (cause.rule().equals(CheckerRules.STUCK)) {
            return (of.rule().equals(CheckerRules.TIMING) && of.message().startsWith("whether the program completes"))
                    || of.rule().equals("CONC-1");
        }
        // A parent that polls what its child writes: the race names the line and the fix.
        if (cause.rule().equals("MEM-5") && of.rule().equals(CheckerRules.STUCK)) {
            return sharesLine(cause, of) || spinsIn(cause, of);
        }
        return explainsResult(causing, following);
    }

    /** Whether a broken rule explains a wrong result, which no line causes, or a result that varies. */
    private static boolean explainsResult(Occurrence causing, Occurrence following) {
        Diagnostic cause = causing.diagnostic();
        String rule = following.diagnostic().rule();
        if (CheckerRules.ALL.contains(cause.rule()) || cause.severity() == Severity.NOTE) {
            return false;
        }
        boolean isOfCode = causing.runs().isEmpty();
        if (rule.equals(CheckerRules.RESULT)) {
            return isOfCode ? WRONG_CODE.contains(cause.rule()) : causing.runs().containsAll(following.runs());
        }
        return rule.equals(CheckerRules.TIMING)
                && !isOfCode
                && following.diagnostic().severity() != Severity.NOTE
                && (RACES.contains(cause.rule()) || LOST_WORK.contains(cause.rule()));
    }

    /** Whether both are one race, which CDP1 and CDP2 name by different rules. */
    private static boolean isSameRace(Diagnostic one, Diagnostic other) {
        return one.rule().equals("MEM-5")
                && other.rule().equals("MEM-4")
                && one.message().equals(other.message())
                && one.locations().equals(other.locations());
    }

    /**
     * Whether both are races for want of one edge: of the same two kernels in two streams, or of the second of them with a copy or fill of the host
     * that the first follows.
     */
    private static boolean isSamePair(Diagnostic one, Diagnostic other) {
        String siblings = RaceKind.SIBLINGS.title();
        if (!one.message().startsWith(siblings) || one.severity().compareTo(other.severity()) < 0) {
            return false;
        }
        if (other.message().startsWith(siblings)) {
            return codes(one).equals(codes(other));
        }
        return other.message().startsWith(RaceKind.HOST_OPERATION.title()) && sharesLine(one, other);
    }

    /**
     * Whether both are races that one line makes: a counter that is no atomic races between blocks and within each, one missing barrier lets several
     * lines race, and a child that reads and writes what its parent had not published races twice.
     */
    private static boolean isSameMistake(Diagnostic one, Diagnostic other) {
        if (one.severity().compareTo(other.severity()) < 0) {
            return false;
        }
        for (List<RaceKind> kinds : List.of(BLOCK_RACES, CHILD_RACES)) {
            int rank = rank(one, kinds);
            int rankOfOther = rank(other, kinds);
            if (rank >= 0 && rank <= rankOfOther) {
                return codes(one).equals(codes(other))
                        && (sharesLine(one, other)
                                || (kinds.get(rank) == RaceKind.THREADS && spansSameBarrier(one, other)));
            }
        }
        return false;
    }

    private static int rank(Diagnostic race, List<RaceKind> kinds) {
        for (int i = 0; i < kinds.size(); i++) {
            if (race.rule().equals(kinds.get(i).rule())
                    && race.message().startsWith(kinds.get(i).title())) {
                return i;
            }
        }
        return -1;
    }

    /** Whether a barrier at one line would separate both pairs of accesses. */
    private static boolean spansSameBarrier(Diagnostic one, Diagnostic other) {
        IntSummaryStatistics a = lines(one);
        IntSummaryStatistics b = lines(other);
        return a.getCount() > 0
                && b.getCount() > 0
                && name(one.locations().get(0)).equals(name(other.locations().get(0)))
                && Math.max(a.getMin(), b.getMin()) < Math.min(a.getMax(), b.getMax());
    }

    private static IntSummaryStatistics lines(Diagnostic race) {
        return race.locations().stream().mapToInt(SourceLocation::line).summaryStatistics();
    }

    /** The codes that a race names. */
    private static Set<String> codes(Diagnostic race) {
        String message = race.message();
        String both = message.substring(message.lastIndexOf('(') + 1, message.lastIndexOf(')'));
        return Arrays.stream(both.split(" and ", -1)).collect(Collectors.toSet());
    }

    /** Whether the kernel that reads in a race is one that spins in a stuck program. */
    private static boolean spinsIn(Diagnostic race, Diagnostic stuck) {
        return race.details().stream()
                .filter(each -> each.startsWith("kernel ") && each.contains(" reads"))
                .map(each -> each.substring("kernel ".length(), each.indexOf(" reads")))
                .anyMatch(kernel -> stuck.details().stream()
                        .anyMatch(each -> each.contains("(" + kernel + "): ") && each.contains(" spinning")));
    }

    /** Whether both are one use of a private pointer, which GPUs answer differently. */
    private static boolean isSameUse(Occurrence one, Occurrence other) {
        return one.diagnostic().rule().equals("MEM-1")
                && other.diagnostic().rule().equals("MEM-1")
                && !one.runs().isEmpty()
                && !other.runs().isEmpty()
                && isAtSameLine(one.diagnostic(), other.diagnostic());
    }

    private static boolean isAtSameLine(Diagnostic one, Diagnostic other) {
        return !one.locations().isEmpty()
                && !other.locations().isEmpty()
                && isSame(one.locations().get(0), other.locations().get(0));
    }

    /** Whether the first place of a diagnostic is one of the cause's. */
    private static boolean containsLine(Diagnostic cause, Diagnostic of) {
        return !of.locations().isEmpty()
                && cause.locations().stream()
                        .anyMatch(each -> isSame(each, of.locations().get(0)));
    }

    private static String at(Diagnostic diagnostic) {
        return diagnostic.locations().isEmpty()
                ? ""
                : " at " + diagnostic.locations().get(0);
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
