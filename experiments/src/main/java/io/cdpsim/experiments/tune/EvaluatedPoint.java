package io.cdpsim.experiments.tune;

import io.cdpsim.experiments.sweep.plan.SweepPoint;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A point that the search has run.
 *
 * @param point the point
 * @param micros its simulated time, microseconds; empty where it cannot run
 * @param error why it cannot run, or what is wrong with its result; empty if neither
 */
public record EvaluatedPoint(SweepPoint point, OptionalDouble micros, String error) {
    /** Whether it ran and its result is correct. */
    public boolean isSound() {
        return error.isEmpty() && micros.isPresent();
    }

    /** The time of a {@linkplain #isSound() sound} point; infinite for others. */
    public double time() {
        return isSound() ? micros.getAsDouble() : Double.POSITIVE_INFINITY;
    }

    /** The settings that differ from the defaults, by name. */
    public Map<String, String> settings() {
        return point.varied();
    }
}
