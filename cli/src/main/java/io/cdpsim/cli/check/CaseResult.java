package io.cdpsim.cli.check;

import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.scenario.ExpectationEdit;
import java.util.List;

/**
 * A scenario, or a program without one, that was checked.
 *
 * @param name what people call it
 * @param file the file that was given
 * @param line where in it the case stands, from 1
 * @param expectations how many expectations it has; 0 for a program without a scenario
 * @param runs how many runs were made
 * @param occurrences what was found
 * @param notes what else should be known
 * @param changes what would have to be expected instead
 * @param millis how long it took here
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

    /** Whether nothing was found that is as bad as this. */
    boolean holds(Severity failing) {
        return occurrences.stream()
                .allMatch(each -> each.diagnostic().severity().compareTo(failing) < 0);
    }
}
