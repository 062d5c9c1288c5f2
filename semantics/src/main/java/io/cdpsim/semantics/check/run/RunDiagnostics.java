package io.cdpsim.semantics.check.run;

import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.semantics.check.analysis.LaunchSite;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.workloads.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Derives the diagnostics of a completed run from its result. */
public final class RunDiagnostics {
    /** Warnings behind which nothing about the program is defined. */
    private static final Set<String> UNDEFINED = Set.of("PTX-barrier");

    private static final Set<String> FAILED_LAUNCHES = Set.of("POOL-3", "POOL-6", "LNCH-6");
    private static final Pattern COUNTS = Pattern.compile("^\\d+ of \\d+ launches");

    private static final Pattern VARYING = Pattern.compile(", block \\d+, thread \\d+| at 0x[0-9a-f]+(?=,)");

    private RunDiagnostics() {}

    /**
     * Races, undefined uses, warnings and the failure of a run, without those that the program declares as intended.
     *
     * @param result the result of the run
     * @param failedLaunches gives the launches in the code that failed
     */
    static List<Diagnostic> of(RunResult result, Supplier<List<LaunchSite>> failedLaunches) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        VisibilityReport seen = result.visibility().orElse(VisibilityReport.CLEAN);
        Set<String> intended = result.intendedRaces().rules();
        for (Race race : seen.races()) {
            if (!intended.contains(race.kind().rule())) {
                diagnostics.add(of(race));
            }
        }
        for (UndefinedUse misuse : seen.misuses()) {
            if (!intended.contains(misuse.rule())) {
                diagnostics.add(ofMessage(Severity.ERROR, misuse.rule(), misuse.message()));
            }
        }
        for (CountedWarning warning : result.warnings()) {
            boolean isMisuse =
                    seen.misuses().stream().anyMatch(each -> each.message().equals(warning.message()));
            if (!isMisuse && !intended.contains(warning.rule())) {
                diagnostics.add(of(warning, failedLaunches));
            }
        }
        if (!result.correct()) {
            diagnostics.add(failure(result.failure()));
        }
        return diagnostics;
    }

    /** The races and undefined uses that a program declares as intended. */
    public static List<Diagnostic> intended(RunResult result) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        VisibilityReport seen = result.visibility().orElse(VisibilityReport.CLEAN);
        Set<String> intended = result.intendedRaces().rules();
        seen.races().stream()
                .filter(each -> intended.contains(each.kind().rule()))
                .forEach(each -> diagnostics.add(of(each)));
        seen.misuses().stream()
                .filter(each -> intended.contains(each.rule()))
                .forEach(each -> diagnostics.add(ofMessage(Severity.ERROR, each.rule(), each.message())));
        return diagnostics;
    }

    /** The failure that a program, or the check of its result, reports. */
    public static Diagnostic failure(String text) {
        String first = text.lines().findFirst().orElse("");
        String message = steady(first);
        List<String> details = new ArrayList<>();
        if (!message.equals(first)) {
            details.add(first);
        }
        text.lines().skip(1).forEach(details::add);
        return new Diagnostic(
                Severity.ERROR, CheckerRules.RESULT, message, SourceLocation.in(text), details, fixOf(message));
    }

    private static String fixOf(String message) {
        if (message.endsWith("(a null pointer)")) {
            return "test the error of the call that gave the pointer, and pass a pointer that was assigned";
        }
        if (message.endsWith("(the host has freed it)")) {
            return "free it in the stream of the last grid that uses it, or after a synchronisation with that grid";
        }
        return message.contains("outside every allocation")
                ? "compare the index with the size of the allocation, and pass device memory, not host memory"
                : "";
    }

    /** A failure without the first thread that has it and its address, which differ from run to run. */
    public static String steady(String failure) {
        return VARYING.matcher(failure).replaceAll("");
    }

    private static Diagnostic of(Race race) {
        // The order of the two accesses differs from run to run, so the write is listed first.
        List<RacingAccess> both = List.of(race.first(), race.second()).stream()
                .sorted(Comparator.comparing((RacingAccess each) -> each.does().equals("reads"))
                        .thenComparing(RacingAccess::code)
                        .thenComparing(RacingAccess::place))
                .toList();
        List<SourceLocation> locations = new ArrayList<>();
        List<String> details = new ArrayList<>();
        for (RacingAccess each : both) {
            SourceLocation.in(each.place()).stream()
                    .limit(1)
                    .filter(location -> !locations.contains(location))
                    .forEach(locations::add);
            details.add((each.isKernel() ? "kernel " : "") + each.code() + " " + each.does()
                    + (each.strength().equals("weak") ? "" : ", " + each.strength())
                    + (each.place().isEmpty() ? "" : ": " + each.place()));
        }
        details.add("missing: " + race.kind().missing());
        String code = both.get(0).code().equals(both.get(1).code())
                ? both.get(0).code()
                : both.get(0).code() + " and " + both.get(1).code();
        return new Diagnostic(
                severity(race),
                race.kind().rule(),
                race.kind().title() + " (" + code + ")" + harmless(race),
                locations,
                details,
                race.kind().fix());
    }

    /** Why the order of two accesses makes no difference; empty if it may. */
    private static String harmless(Race race) {
        if (race.isOfOneValue()) {
            return "; both write the same value";
        }
        boolean isOfOneKernel = race.first().code().equals(race.second().code());
        boolean startsLoop =
                isOfOneKernel && (startsLoop(race.first(), race.second()) || startsLoop(race.second(), race.first()));
        return startsLoop ? "; the compare-and-swap fails for an old value" : "";
    }

    /** Whether a load gives the first value of a loop around a compare-and-swap, as the CUDA guide writes other atomics. */
    private static boolean startsLoop(RacingAccess load, RacingAccess swap) {
        return load.does().equals("reads") && swap.place().contains("(atomic.compare_and_swap.");
    }

    /** Writes of one value have one result in every order. A read behind a tail launch is defined, but seldom intended. */
    private static Severity severity(Race race) {
        if (!harmless(race).isEmpty()) {
            return Severity.NOTE;
        }
        return race.kind() == RaceKind.TAIL_RESULT ? Severity.WARNING : Severity.ERROR;
    }

    /** A failed launch is an error, or a note if the code reads the error of each such launch. */
    private static Diagnostic of(CountedWarning warning, Supplier<List<LaunchSite>> failedLaunches) {
        if (!FAILED_LAUNCHES.contains(warning.rule())) {
            return ofMessage(
                    UNDEFINED.contains(warning.rule()) ? Severity.ERROR : Severity.WARNING,
                    warning.rule(),
                    warning.message());
        }
        List<LaunchSite> failed = failedLaunches.get();
        boolean isRead = !failed.isEmpty() && failed.stream().allMatch(LaunchSite::readsError);
        List<SourceLocation> locations = failed.stream()
                .filter(each -> isRead || !each.readsError())
                .flatMap(each -> each.locations().stream())
                .distinct()
                .toList();
        int colon = warning.message().indexOf(": ");
        // The counts differ from run to run.
        String what = COUNTS.matcher(warning.message().substring(0, colon)).replaceFirst("launches");
        List<String> details = new ArrayList<>(List.of(warning.message().substring(0, colon)));
        details.add(isRead ? "the code reads the error of each launch" : "the code does not read the error");
        return new Diagnostic(
                isRead ? Severity.NOTE : Severity.ERROR,
                warning.rule(),
                what,
                locations,
                details,
                warning.message().substring(colon + 2));
    }

    /** The diagnostic of a message whose last part, after a semicolon, is the fix. */
    private static Diagnostic ofMessage(Severity severity, String rule, String message) {
        int end = message.lastIndexOf("; ");
        return new Diagnostic(
                severity,
                rule,
                end < 0 ? message : message.substring(0, end),
                SourceLocation.in(message),
                List.of(),
                end < 0 ? "" : message.substring(end + 2));
    }
}
