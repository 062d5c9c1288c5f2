package io.cdpsim.semantics.lab.key;

import io.cdpsim.runtime.settings.LaunchPolicy;
import java.util.List;

/**
 * The program of a lab.
 *
 * @param profile the GPU that it is for
 * @param policies under which it is run
 * @param seeds for each policy that draws
 * @param secondsARun how long a run may take here
 * @param criteria what it must do
 */
public record ProgramTask(
        String profile, List<LaunchPolicy> policies, List<Long> seeds, int secondsARun, List<Criterion> criteria) {
    /** Keeps copies. */
    public ProgramTask {
        policies = List.copyOf(policies);
        seeds = List.copyOf(seeds);
        criteria = List.copyOf(criteria);
    }

    /** For all criteria. */
    public int points() {
        return criteria.stream().mapToInt(Criterion::points).sum();
    }
}
