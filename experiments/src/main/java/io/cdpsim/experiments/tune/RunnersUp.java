package io.cdpsim.experiments.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The runners-up: the best point of each other variant; where there are too few, the next points of any. */
final class RunnersUp {
    private static final int COUNT = 3;
    private static final Comparator<EvaluatedPoint> BY_TIME = Comparator.comparingDouble(EvaluatedPoint::time)
            .thenComparing(each -> each.point().number());

    private RunnersUp() {}

    /**
     * At most three, the fastest first.
     *
     * @param bests the best point of each variant
     * @param all all sound points
     */
    static List<EvaluatedPoint> of(EvaluatedPoint best, List<EvaluatedPoint> bests, List<EvaluatedPoint> all) {
        List<EvaluatedPoint> next = new ArrayList<>(bests.stream()
                .filter(each -> !each.equals(best))
                .sorted(BY_TIME)
                .toList());
        all.stream()
                .filter(each -> !each.equals(best) && !next.contains(each))
                .sorted(BY_TIME)
                .limit(Math.max(0, COUNT - next.size()))
                .forEach(next::add);
        return next.stream().sorted(BY_TIME).limit(COUNT).toList();
    }
}
