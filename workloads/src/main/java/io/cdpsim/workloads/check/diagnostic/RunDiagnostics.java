package io.cdpsim.workloads.check.diagnostic;


import io.cdpsim.workloads.check.diagnostic.CheckerRules;
import io.cdpsim.workloads.check.diagnostic.LaunchPlaces;
import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.diagnostic.SourceLocation;
import io.cdpsim.memory.visibility.report.Accessor;
import io.cdpsim.memory.visibility.report.Misuse;
import io.cdpsim.memory.visibility.report.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.observe.CountedWarning;
import io.cdpsim.workloads.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a run tells of its program, as findings. */
public final class RunDiagnostics {
    private static final Set<String> LAUNCHES_THAT_FAILED = Set.of("POOL-3", "POOL-6", "LNCH-6");
    private static final Pattern COUNTS = Pattern.compile("^\\d+ of \\d+ launches");

    private RunDiagnostics() {}

    /**
     * Races, undefined uses, warnings and the failure of a run; what the program has on purpose is left out.
     *
     * @param result of the run
     * @param launches where the kernels are launched, for launches that failed
     */
    public static List<Diagnostic> of(RunResult result, LaunchPlaces launches) {
        List<Diagnostic> findings = new ArrayList<>();
        VisibilityReport seen = result.visibility().orElse(VisibilityReport.CLEAN);
        Set<String> meant = result.meantRaces().rules();
        for (Race race : seen.races()) {
            if (!meant.contains(race.kind().rule())) {
                findings.add(of(race));
            }
        }
        for (Misuse misuse : seen.misuses()) {
            if (!meant.contains(misuse.rule())) {
                findings.add(said(Severity.ERROR, misuse.rule(), misuse.message(), List.of()));
            }
        }
        for (CountedWarning warning : result.warnings()) {
            boolean isMisuse =
                    seen.misuses().stream().anyMatch(each -> each.message().equals(warning.message()));
            if (!isMisuse && !meant.contains(warning.rule())) {
                findings.add(of(warning, launches));
            }
        }
        if (!result.correct()) {
            findings.add(failure(result.failure()));
        }
        return findings;
    }

    /** The races and undefined uses that a program has on purpose. */
    public static List<Diagnostic> meant(RunResult result) {
        List<Diagnostic> findings = new ArrayList<>();
        VisibilityReport seen = result.visibility().orElse(VisibilityReport.CLEAN);
        Set<String> meant = result.meantRaces().rules();
        seen.races().stream()
                .filter(each -> meant.contains(each.kind().rule()))
                .forEach(each -> findings.add(of(each)));
        seen.misuses().stream()
                .filter(each -> meant.contains(each.rule()))
                .forEach(each -> findings.add(said(Severity.ERROR, each.rule(), each.message(), List.of())));
        return findings;
    }

    /** What a program, or the check of its result, says of its end. */
    public static Diagnostic failure(String said) {
        String first = said.lines().findFirst().orElse("");
        return new Diagnostic(
                Severity.ERROR,
                CheckerRules.RESULT,
                first,
                SourceLocation.in(said),
                said.lines().skip(1).toList(),
                "");
    }

    private static Diagnostic of(Race race) {
        // Which of the two came first differs from run to run; the write is the one to look at.
        List<Accessor> both = List.of(race.first(), race.second()).stream()
                .sorted(Comparator.comparing((Accessor each) -> each.does().equals("reads"))
                        .thenComparing(Accessor::code)
                        .thenComparing(Accessor::place))
                .toList();
        List<SourceLocation> places = new ArrayList<>();
        List<String> details = new ArrayList<>();
        for (Accessor each : both) {
            SourceLocation.in(each.place()).stream()
                    .limit(1)
                    .filter(place -> !places.contains(place))
                    .forEach(places::add);
            details.add((each.isKernel() ? "kernel " : "") + each.code() + " " + each.does()
                    + (each.strength().equals("weak") ? "" : ", " + each.strength())
                    + (each.place().isEmpty() ? "" : ": " + each.place()));
        }
        details.add("missing: " + race.kind().missing());
        String who = both.get(0).code().equals(both.get(1).code())
                ? both.get(0).code()
                : both.get(0).code() + " and " + both.get(1).code();
        return new Diagnostic(
                Severity.ERROR,
                race.kind().rule(),
                race.kind().title() + " (" + who + ")",
                places,
                details,
                race.kind().mend());
    }

    private static Diagnostic of(CountedWarning warning, LaunchPlaces launches) {
        if (!LAUNCHES_THAT_FAILED.contains(warning.rule())) {
            return said(Severity.WARNING, warning.rule(), warning.message(), List.of());
        }
        int colon = warning.message().indexOf(": ");
        // How many it were differs from run to run.
        String what = COUNTS.matcher(warning.message().substring(0, colon)).replaceFirst("launches");
        return new Diagnostic(
                Severity.ERROR,
                warning.rule(),
                what,
                launches.ofFailed(),
                List.of(warning.message().substring(0, colon)),
                warning.message().substring(colon + 2));
    }

    /** A message whose last part, behind a semicolon, is its mend. */
    private static Diagnostic said(Severity severity, String rule, String message, List<String> details) {
        int end = message.lastIndexOf("; ");
        return new Diagnostic(
                severity,
                rule,
                end < 0 ? message : message.substring(0, end),
                SourceLocation.in(message),
                details,
                end < 0 ? "" : message.substring(end + 2));
    }
}
