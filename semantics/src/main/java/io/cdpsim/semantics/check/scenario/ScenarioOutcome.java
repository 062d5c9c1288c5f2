package io.cdpsim.semantics.check.scenario;

import io.cdpsim.semantics.check.Sighting;
import io.cdpsim.semantics.check.finding.Severity;
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
        Scenario scenario,
        int expectations,
        int runs,
        List<Sighting> sightings,
        List<String> notes,
        List<Change> changes,
        long millis) {
    /** Keeps copies. */
    public ScenarioOutcome {
        sightings = Sighting.worstFirst(sightings);
        notes = List.copyOf(notes);
        changes = List.copyOf(changes);
    }

    /** Whether all is as expected. */
    public boolean holds() {
        return sightings.stream().noneMatch(each -> each.finding().severity() == Severity.ERROR);
    }
}
