package io.cdpsim.workloads.check;

import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.diagnostic.Severity;
import io.cdpsim.workloads.check.run.ObservedRun;
import java.util.List;

/**
 * What checking a program brought.
 *
 * @param observations of each run, in the order of the trials
 * @param sightings what is wrong, each once: the worst first, then what was found without a run, then in the order in which runs showed it
 * @param skipped what was not run, and why, a sentence each
 */
public record CheckReport(List<ObservedRun> observations, List<Occurrence> sightings, List<String> skipped) {
    /** Keeps copies. */
    public CheckReport {
        observations = List.copyOf(observations);
        sightings = Occurrence.worstFirst(sightings);
        skipped = List.copyOf(skipped);
    }

    /** The findings. */
    public List<Diagnostic> findings() {
        return sightings.stream().map(Occurrence::finding).toList();
    }

    /** Whether nothing is as bad as this. */
    public boolean isClean(Severity from) {
        return findings().stream().allMatch(each -> each.severity().compareTo(from) < 0);
    }
}
