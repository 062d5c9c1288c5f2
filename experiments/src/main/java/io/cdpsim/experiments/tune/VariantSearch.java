package io.cdpsim.experiments.tune;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The points that share a variant, or all where there are none. */
final class VariantSearch {
    private final EvaluatedPoint start;
    private final Set<String> meaningless = new HashSet<>();
    private EvaluatedPoint best;

    VariantSearch(EvaluatedPoint start) {
        this.start = start;
        this.best = start;
    }

    /** The variant with all else by default. */
    EvaluatedPoint start() {
        return start;
    }

    EvaluatedPoint best() {
        return best;
    }

    /** Takes the fastest of some points. @return whether it is faster than the best before */
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

    /** None of its points takes a value of the axis. */
    void meansNothing(SearchAxis axis) {
        meaningless.add(axis.name());
    }

    /** The axes that change anything. */
    List<SearchAxis> meaning(List<SearchAxis> axes) {
        List<SearchAxis> meaning = new ArrayList<>(axes);
        meaning.removeIf(each -> meaningless.contains(each.name()));
        return meaning;
    }
}
