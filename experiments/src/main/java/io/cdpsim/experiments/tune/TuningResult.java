package io.cdpsim.experiments.tune;

import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Sweep.SweepPoint;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.workloads.ErrorStatistics;
import io.cdpsim.workloads.TimeAccuracy;
import java.util.ArrayList;
import java.util.Comparator;
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

    /**
     * A reported combination of settings.
     *
     * @param settings the settings that differ from the defaults, by name
     * @param micros simulated time, microseconds
     * @param trust how accurate the time is
     * @param failedLaunches number of launches by device code that failed, so that their grids never ran
     */
    public record TuneCandidate(Map<String, String> settings, double micros, TimeAccuracy trust, long failedLaunches) {
        static TuneCandidate of(EvaluatedPoint tried, PointRunner runner) {
            return new TuneCandidate(
                    tried.settings(),
                    tried.time(),
                    runner.trust(tried.point(), tried.row()),
                    tried.row().failedLaunches());
        }

        /** Mean error measured on hardware in runs like it; empty if none was measured. */
        public OptionalDouble meanError() {
            return trust.errors()
                    .map(ErrorStatistics::mean)
                    .map(OptionalDouble::of)
                    .orElseGet(OptionalDouble::empty);
        }
    }

    /** The runners-up: the best point of each other variant; where there are too few, the next points of any. */
    static final class RunnersUp {
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

    /**
     * A point that the search has run.
     *
     * @param point the point
     * @param row its result
     */
    public record EvaluatedPoint(SweepPoint point, SweepRow row) {
        /** Why it cannot run, or what is wrong with its result; empty if neither. */
        public String error() {
            return row.error();
        }

        /** Whether it ran and its result is correct. */
        public boolean isSound() {
            return error().isEmpty() && row.timeMicros().isPresent();
        }

        /** The time of a {@linkplain #isSound() sound} point; infinite for others. */
        public double time() {
            return isSound() ? row.timeMicros().getAsDouble() : Double.POSITIVE_INFINITY;
        }

        /** The settings that differ from the defaults, by name. */
        public Map<String, String> settings() {
            return point.varied();
        }
    }
}
