package io.cdpsim.experiments.tune;

import io.cdpsim.experiments.tune.TuningResult.EvaluatedPoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The points of one variant, or all points if there are no variants. */
final class VariantSearch {
    private final EvaluatedPoint start;
    private final Set<String> meaningless = new HashSet<>();
    private final Set<Map<String, String>> points = new HashSet<>();
    private EvaluatedPoint best;

    VariantSearch(EvaluatedPoint start) {
        this.start = start;
        this.best = start;
        points.add(start.settings());
    }

    /** The variant with its defaults. */
    EvaluatedPoint start() {
        return start;
    }

    EvaluatedPoint best() {
        return best;
    }

    /** Adds points. @return whether one is faster than the previous best */
    boolean take(List<EvaluatedPoint> taken) {
        boolean better = false;
        for (EvaluatedPoint each : taken) {
            points.add(each.settings());
            if (each.time() < best.time()) {
                best = each;
                better = true;
            }
        }
        return better;
    }

    /**
     * The number of combinations of the values that affect it, and of the points beyond them that ran: defaults that are no values of an axis, and
     * values that turned out to have no effect.
     */
    long combinations(List<SearchAxis> axes) {
        List<SearchAxis> meaning = meaning(axes);
        long product = 1;
        for (SearchAxis each : meaning) {
            product = Math.multiplyExact(product, each.size());
        }
        return product
                + points.stream()
                        .filter(settings -> meaning.stream()
                                        .anyMatch(each -> each.index(settings).isEmpty())
                                || meaningless.stream().anyMatch(settings::containsKey))
                        .count();
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
