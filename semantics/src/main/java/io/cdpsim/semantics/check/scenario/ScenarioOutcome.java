package io.cdpsim.semantics.check.scenario;

import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.Severity;
import java.util.List;

/**
 * The outcome of a scenario.
 *
 * @param scenario the scenario
 * @param expectations number of expectations
 * @param runs number of runs
 * @param occurrences the expectations that do not hold, and the diagnostics that no expectation covers
 * @param notes further information, a sentence each
 * @param edits new values with which the expectations would hold, as far as they are known
 * @param millis real time, milliseconds
 */
public record ScenarioOutcome(
        CheckScenario scenario,
        int expectations,
        int runs,
        List<Occurrence> occurrences,
        List<String> notes,
        List<ExpectationEdit> edits,
        long millis) {
    public ScenarioOutcome {
        occurrences = Occurrence.mostSeriousFirst(occurrences);
        notes = List.copyOf(notes);
        edits = List.copyOf(edits);
    }

    /** Whether all expectations hold and no diagnostic is an error. */
    public boolean holds() {
        return occurrences.stream().noneMatch(each -> each.diagnostic().severity() == Severity.ERROR);
    }
}
