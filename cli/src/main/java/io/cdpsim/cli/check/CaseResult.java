package io.cdpsim.cli.check;

import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.scenario.ExpectationEdit;
import java.util.List;

/**
 * The result of checking a scenario, or a program without one.
 *
 * @param name the name in reports
 * @param file the file on the command line
 * @param line the line of the case in the file, from 1
 * @param expectations number of expectations; 0 for a program without a scenario
 * @param runs number of runs
 * @param occurrences the diagnostics, each with the runs in which it occurred
 * @param notes further remarks, such as a GPU that was skipped
 * @param changes edits that make the expectations match the runs
 * @param millis duration in milliseconds of wall-clock time
 */
record CaseResult(
        String name,
        String file,
        int line,
        int expectations,
        int runs,
        List<Occurrence> occurrences,
        List<String> notes,
        List<ExpectationEdit> changes,
        long millis) {
    CaseResult {
        occurrences = List.copyOf(occurrences);
        notes = List.copyOf(notes);
        changes = List.copyOf(changes);
    }

    /** Whether every diagnostic is less severe than this. */
    boolean holds(Severity failing) {
        return occurrences.stream()
                .allMatch(each -> each.diagnostic().severity().compareTo(failing) < 0);
    }
}
