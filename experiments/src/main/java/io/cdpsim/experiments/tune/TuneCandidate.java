package io.cdpsim.experiments.tune;

import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.workloads.ErrorStatistics;
import io.cdpsim.workloads.TimeAccuracy;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A reported combination of settings.
 *
 * @param settings the settings that differ from the defaults, by name
 * @param micros simulated time, microseconds
 * @param trust how accurate the time is
 */
public record TuneCandidate(Map<String, String> settings, double micros, TimeAccuracy trust) {
    static TuneCandidate of(EvaluatedPoint tried, PointRunner runner) {
        return new TuneCandidate(tried.settings(), tried.time(), runner.trust(tried.point()));
    }

    /** Mean error measured on hardware in runs like it; empty if none was measured. */
    public OptionalDouble meanError() {
        return trust.errors().map(ErrorStatistics::mean).map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }
}
