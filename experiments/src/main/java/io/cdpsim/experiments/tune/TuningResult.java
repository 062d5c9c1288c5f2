package io.cdpsim.experiments.tune;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a search has found.
 *
 * @param best the fastest settings
 * @param runnersUp the best of other variants, then others; at most three, the fastest first
 * @param byDefault what runs where nothing is said; empty if that cannot run
 * @param alike of each axis the points that have all else as the best
 * @param runs how many points ran
 * @param combinations how many combinations of the values there are that mean something
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

    /** By how much longer another takes than the best, a fraction of its time, 0 to 1. */
    public double lead(TuneCandidate other) {
        return other.micros() <= 0 ? 0 : 1 - best.micros() / other.micros();
    }

    /** Whether the lead over another is smaller than the larger of their mean errors; empty where nothing like one of them was measured. */
    public Optional<Boolean> isUnsure(TuneCandidate other) {
        OptionalDouble own = best.meanError();
        OptionalDouble others = other.meanError();
        return own.isEmpty() || others.isEmpty()
                ? Optional.empty()
                : Optional.of(lead(other) < Math.max(own.getAsDouble(), others.getAsDouble()));
    }
}
