package io.cdpsim.workloads.check;

import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.run.RunConditions;
import java.util.Comparator;
import java.util.List;

/**
 * A finding, and where it was seen.
 *
 * @param finding what is wrong
 * @param trials the runs that showed it; none if it was found without a run, or by comparing all
 */
public record Occurrence(Diagnostic finding, List<RunConditions> trials) {
    /** Keeps a copy. */
    public Occurrence {
        trials = List.copyOf(trials);
    }

    /** The same with the worst first, and else in their order. */
    public static List<Occurrence> worstFirst(List<Occurrence> sightings) {
        return sightings.stream()
                .sorted(Comparator.comparing((Occurrence each) -> each.finding().severity())
                        .reversed())
                .toList();
    }
}
