package io.cdpsim.semantics.check;

import io.cdpsim.semantics.check.finding.Finding;
import io.cdpsim.semantics.check.finding.Severity;
import io.cdpsim.semantics.check.trial.Observation;
import java.util.List;

/**
 * What checking a program brought.
 *
 * @param observations of each run, in the order of the trials
 * @param sightings what is wrong, each once: the worst first, then what was found without a run, then in the order in which runs showed it
 * @param skipped what was not run, and why, a sentence each
 */
public record CheckReport(List<Observation> observations, List<Sighting> sightings, List<String> skipped) {
    /** Keeps copies. */
    public CheckReport {
        observations = List.copyOf(observations);
        sightings = Sighting.worstFirst(sightings);
        skipped = List.copyOf(skipped);
    }

    /** The findings. */
    public List<Finding> findings() {
        return sightings.stream().map(Sighting::finding).toList();
    }

    /** Whether nothing is as bad as this. */
    public boolean isClean(Severity from) {
        return findings().stream().allMatch(each -> each.severity().compareTo(from) < 0);
    }
}
