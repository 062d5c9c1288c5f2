package io.cdpsim.experiments.tune;

import io.cdpsim.experiments.tune.TuningResult.EvaluatedPoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The points of one variant, or all points if there are no variants. */
final class VariantSearch {
    private final EvaluatedPoint start;
    private final Set<String> meaningless = new HashSet<>();
    private EvaluatedPoint best;

    VariantSearch(EvaluatedPoint start) {
        this.start = start;
        this.best = start;
    }

    /** The variant with its defaults. */
    EvaluatedPoint start() {
        return start;
    }

    EvaluatedPoint best() {
        return best;
    }

    /** Adds points. @return whether one is faster than the previous best */
    boolean take(List<EvaluatedPoint> points) {
        boolean better = false;
        for (EvaluatedPoint each : points) {
            if (each.time() < best.time()) {
                best = each;
                better = true;
            }
        }
        return better;
    }

    /** No point of it uses a value of the axis. */
    void meansNothing(SearchAxis axis) {
        meaningless.add(axis.name());
    }

    /** The axes that affect it. */
    List<SearchAxis> meaning(List<SearchAxis> axes) {
        List<SearchAxis> meaning = new ArrayList<>(axes);
        meaning.removeIf(each -> meaningless.contains(each.name()));
        return meaning;
    }
}
