package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.run.RunConditions;
import java.util.List;

/**
 * Where runs are not as expected.
 *
 * @param what what was expected and what was there: words without a full stop
 * @param trials the runs that are so; none where it is a matter of all together
 */
public record Mismatch(String what, List<RunConditions> trials) {
    /** Keeps a copy. */
    public Mismatch {
        trials = List.copyOf(trials);
    }
}
