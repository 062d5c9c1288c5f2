package io.cdpsim.workloads.check.scenario;

import io.cdpsim.workloads.check.Occurrence;
import io.cdpsim.workloads.check.diagnostic.Severity;
import java.util.List;

/**
 * What became of a scenario.
 *
 * @param scenario the scenario
 * @param expectations how many expectations it has
 * @param runs how many runs were made
 * @param sightings what is not as expected, and what was found that no expectation speaks of
 * @param notes what else should be known, a sentence each
 * @param changes what would have to be expected instead, where that can be told
 * @param millis how long it took here
 */
public record ScenarioOutcome(
        CheckScenario scenario,
        int expectations,
        int runs,
        List<Occurrence> sightings,
        List<String> notes,
        List<ExpectationEdit> changes,
        long millis) {
    /** Keeps copies. */
    public ScenarioOutcome {
        sightings = Occurrence.worstFirst(sightings);
        notes = List.copyOf(notes);
        changes = List.copyOf(changes);
    }

    /** Whether all is as expected. */
    public boolean holds() {
        return sightings.stream().noneMatch(each -> each.finding().severity() == Severity.ERROR);
    }
}
