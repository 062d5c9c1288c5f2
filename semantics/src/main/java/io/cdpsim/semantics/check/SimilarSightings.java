package io.cdpsim.semantics.check;

import io.cdpsim.semantics.check.finding.CodePlace;
import io.cdpsim.semantics.check.finding.Finding;
import io.cdpsim.semantics.check.trial.Trial;
import java.util.ArrayList;
import java.util.List;

/** Tells once of what goes against one rule at one line: a line that races with five others needs one mend. */
final class SimilarSightings {
    private static final String LIKEWISE = "likewise: ";
    private static final int MOST_OTHERS = 5;

    private SimilarSightings() {}

    static List<Sighting> folded(List<Sighting> sightings) {
        List<Sighting> folded = new ArrayList<>();
        for (Sighting each : sightings) {
            int known = known(folded, each.finding());
            if (known < 0) {
                folded.add(each);
            } else {
                folded.set(known, joined(folded.get(known), each));
            }
        }
        return folded;
    }

    private static int known(List<Sighting> sightings, Finding finding) {
        for (int i = 0; i < sightings.size(); i++) {
            Finding other = sightings.get(i).finding();
            if (!finding.places().isEmpty()
                    && !other.places().isEmpty()
                    && other.rule().equals(finding.rule())
                    && other.what().equals(finding.what())
                    && other.places().get(0).equals(finding.places().get(0))) {
                return i;
            }
        }
        return -1;
    }

    private static Sighting joined(Sighting one, Sighting other) {
        Finding first = one.finding();
        List<CodePlace> places = new ArrayList<>(first.places());
        other.finding().places().stream().filter(each -> !places.contains(each)).forEach(places::add);
        List<String> details = new ArrayList<>(first.details());
        int told =
                (int) details.stream().filter(each -> each.startsWith(LIKEWISE)).count();
        for (String detail : other.finding().details()) {
            if (told < MOST_OTHERS && !details.contains(detail) && !details.contains(LIKEWISE + detail)) {
                details.add(LIKEWISE + detail);
                told++;
            }
        }
        List<Trial> trials = new ArrayList<>(one.trials());
        other.trials().stream().filter(each -> !trials.contains(each)).forEach(trials::add);
        return new Sighting(
                new Finding(first.severity(), first.rule(), first.what(), places, details, first.mend()), trials);
    }
}
