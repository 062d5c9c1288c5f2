package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.trial.Trial;
import java.util.List;

/**
 * Where runs are not as expected.
 *
 * @param what what was expected and what was there: words without a full stop
 * @param trials the runs that are so; none where it is a matter of all together
 */
public record Mismatch(String what, List<Trial> trials) {
    /** Keeps a copy. */
    public Mismatch {
        trials = List.copyOf(trials);
    }
}
