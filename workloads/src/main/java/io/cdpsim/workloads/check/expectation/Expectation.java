package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.List;
import java.util.Optional;

/** What somebody expects of the runs of a program. */
public interface Expectation {
    /** Where it stands. */
    FilePosition place();

    /** What people call it: the key under which it stands, such as {@code races}. */
    String name();

    /**
     * Where the runs are not as expected.
     *
     * @param runs all of them, at least one
     */
    List<Mismatch> mismatches(List<Observation> runs);

    /** Whether a finding is a matter of this expectation, so that whether it is wrong is decided here alone. */
    boolean speaksOf(Finding finding);

    /**
     * What would have to be expected of these runs, as YAML on one line.
     *
     * @return empty if it holds as it is, or no value of it could hold for all runs
     */
    default Optional<String> instead(List<Observation> runs) {
        return Optional.empty();
    }
}
