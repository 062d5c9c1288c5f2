package io.cdpsim.experiments.tune;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The points that share a variant, or all where there are none. */
final class Family {
    private final Tried start;
    private final Set<String> meaningless = new HashSet<>();
    private Tried best;

    Family(Tried start) {
        this.start = start;
        this.best = start;
    }

    /** The variant with all else by default. */
    Tried start() {
        return start;
    }

    Tried best() {
        return best;
    }

    /** Takes the fastest of some points. @return whether it is faster than the best before */
    boolean take(List<Tried> points) {
        boolean better = false;
        for (Tried each : points) {
            if (each.time() < best.time()) {
                best = each;
                better = true;
            }
        }
        return better;
    }

    /** None of its points takes a value of the axis. */
    void meansNothing(TunedAxis axis) {
        meaningless.add(axis.name());
    }

    /** The axes that change anything. */
    List<TunedAxis> meaning(List<TunedAxis> axes) {
        List<TunedAxis> meaning = new ArrayList<>(axes);
        meaning.removeIf(each -> meaningless.contains(each.name()));
        return meaning;
    }
}
