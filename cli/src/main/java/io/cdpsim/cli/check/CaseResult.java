package io.cdpsim.cli.check;

import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.scenario.ExpectationEdit;
import java.util.List;
import java.util.Set;

/**
 * The result of a checked scenario, or of a program without one.
 *
 * @param name the name for users
 * @param file the file of the scenario or of the program
 * @param line the line of the scenario in its file, from 1
 * @param expectations number of expectations; 0 for a program without a scenario
 * @param runs number of runs; 0 if the program could not run, which is an error of the case
 * @param occurrences the problems
 * @param notes further information, a sentence each
 * @param accepted the problems that the user accepts; no part of {@code occurrences}
 * @param edits new values with which the expectations would hold
 * @param millis real time, milliseconds
 * @param races each race once, as a litmus test
 */
record CaseResult(
        String name,
        String file,
        int line,
        int expectations,
        int runs,
        List<Occurrence> occurrences,
        List<Suppressions.Accepted> accepted,
        List<String> notes,
        List<ExpectationEdit> edits,
        long millis,
        List<RaceFiles.RaceTest> races) {
    private static final Set<String> INVALID = Set.of(CheckerRules.INPUT, CheckerRules.COMPILE);

    CaseResult {
        occurrences = List.copyOf(occurrences);
        accepted = List.copyOf(accepted);
        notes = List.copyOf(notes);
        edits = List.copyOf(edits);
        races = List.copyOf(races);
    }

    /** A case without accepted problems. */
    CaseResult(
            String name,
            String file,
            int line,
            int expectations,
            int runs,
            List<Occurrence> occurrences,
            List<String> notes,
            List<ExpectationEdit> edits,
            long millis) {
        this(name, file, line, expectations, runs, occurrences, List.of(), notes, edits, millis, List.of());
    }

    /** A copy whose problems are divided into those that count and those that the user accepts. */
    CaseResult without(List<Occurrence> left, List<Suppressions.Accepted> accepting) {
        return new CaseResult(name, file, line, expectations, runs, left, accepting, notes, edits, millis, races);
    }

    /** A copy with these races. */
    CaseResult withRaces(List<RaceFiles.RaceTest> found) {
        return new CaseResult(name, file, line, expectations, runs, occurrences, accepted, notes, edits, millis, found);
    }

    /** A case that cannot run. */
    static CaseResult unavailable(String name, String file, int line, String reason) {
        List<SourceLocation> locations = List.of(new SourceLocation(file, line));
        Diagnostic diagnostic = new Diagnostic(
                Severity.ERROR,
                CheckerRules.INPUT,
                reason.lines().findFirst().orElse("").replaceFirst("^\\S+:\\d+:\\d+: ", ""),
                locations,
                reason.lines().skip(1).toList(),
                "");
        return new CaseResult(
                name, file, line, 0, 0, List.of(new Occurrence(diagnostic, List.of())), List.of(), List.of(), 0);
    }

    /** How a case ended. */
    enum Status {
        /** No problem is serious enough to fail. */
        OK,
        /** A run, or the code, showed a problem. */
        FAIL,
        /** The program could not run, or not to its end. */
        ERROR
    }

    /** @param failing the least severity that makes the case fail */
    Status status(Severity failing) {
        boolean holds = occurrences.stream()
                .allMatch(each -> each.diagnostic().severity().compareTo(failing) < 0);
        if (holds) {
            return Status.OK;
        }
        boolean isJudged = runs > 0
                && occurrences.stream()
                        .map(Occurrence::diagnostic)
                        .anyMatch(each -> each.severity().compareTo(failing) >= 0
                                && !each.rule().equals(CheckerRules.NOT_JUDGED));
        return isJudged ? Status.FAIL : Status.ERROR;
    }

    /** Whether no problem is as serious as this. */
    boolean holds(Severity failing) {
        return status(failing) == Status.OK;
    }

    /** Whether the input is at fault: a file is missing or malformed, or the source does not compile for a reason that breaks no rule. */
    boolean isInvalid() {
        return runs == 0
                && occurrences.stream()
                        .anyMatch(each -> INVALID.contains(each.diagnostic().rule()));
    }
}
