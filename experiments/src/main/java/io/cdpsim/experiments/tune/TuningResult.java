package io.cdpsim.experiments.tune;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of a search.
 *
 * @param best the fastest settings
 * @param runnersUp the best of other variants, then others; at most three, the fastest first
 * @param byDefault the default settings; empty if they cannot run
 * @param alike for each axis the points that share all other settings with the best
 * @param runs number of points run
 * @param combinations number of meaningful combinations of the values
 */
public record TuningResult(
        TuneCandidate best,
        List<TuneCandidate> runnersUp,
        Optional<TuneCandidate> byDefault,
        Map<String, List<EvaluatedPoint>> alike,
        int runs,
        long combinations) {
    /** Keeps copies. */
    public TuningResult {
        runnersUp = List.copyOf(runnersUp);
        alike = new LinkedHashMap<>(alike);
    }

    /** The additional time of another over the best, a fraction of its time, 0 to 1. */
    public double lead(TuneCandidate other) {
        return other.micros() <= 0 ? 0 : 1 - best.micros() / other.micros();
    }

    /** Whether the lead over another is smaller than the larger of their mean errors; empty if no run like one of them was measured. */
    public Optional<Boolean> isUnsure(TuneCandidate other) {
        OptionalDouble own = best.meanError();
        OptionalDouble others = other.meanError();
        return own.isEmpty() || others.isEmpty()
                ? Optional.empty()
                : Optional.of(lead(other) < Math.max(own.getAsDouble(), others.getAsDouble()));
    }
}
