package io.cdpsim.semantics.check;

import io.cdpsim.semantics.check.finding.Finding;
import io.cdpsim.semantics.check.trial.Trial;
import java.util.Comparator;
import java.util.List;

/**
 * A finding, and where it was seen.
 *
 * @param finding what is wrong
 * @param trials the runs that showed it; none if it was found without a run, or by comparing all
 */
public record Sighting(Finding finding, List<Trial> trials) {
    /** Keeps a copy. */
    public Sighting {
        trials = List.copyOf(trials);
    }

    /** The same with the worst first, and else in their order. */
    public static List<Sighting> worstFirst(List<Sighting> sightings) {
        return sightings.stream()
                .sorted(Comparator.comparing((Sighting each) -> each.finding().severity())
                        .reversed())
                .toList();
    }
}
