package io.cdpsim.workloads.check;

import io.cdpsim.workloads.check.diagnostic.SourceLocation;
import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.run.RunConditions;
import java.util.ArrayList;
import java.util.List;

/** Tells once of what goes against one rule at one line: a line that races with five others needs one mend. */
final class OccurrenceMerger {
    private static final String LIKEWISE = "likewise: ";
    private static final int MOST_OTHERS = 5;

    private OccurrenceMerger() {}

    static List<Occurrence> folded(List<Occurrence> sightings) {
        List<Occurrence> folded = new ArrayList<>();
        for (Occurrence each : sightings) {
            int known = known(folded, each.finding());
            if (known < 0) {
                folded.add(each);
            } else {
                folded.set(known, joined(folded.get(known), each));
            }
        }
        return folded;
    }

    private static int known(List<Occurrence> sightings, Diagnostic finding) {
        for (int i = 0; i < sightings.size(); i++) {
            Diagnostic other = sightings.get(i).finding();
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

    private static Occurrence joined(Occurrence one, Occurrence other) {
        Diagnostic first = one.finding();
        List<SourceLocation> places = new ArrayList<>(first.places());
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
        List<RunConditions> trials = new ArrayList<>(one.trials());
        other.trials().stream().filter(each -> !trials.contains(each)).forEach(trials::add);
        return new Occurrence(
                new Diagnostic(first.severity(), first.rule(), first.what(), places, details, first.mend()), trials);
    }
}
