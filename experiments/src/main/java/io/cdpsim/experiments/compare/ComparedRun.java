package io.cdpsim.experiments.compare;

import io.cdpsim.workloads.ErrorStatistics;
import io.cdpsim.workloads.Measure;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A run as a comparison sees it.
 *
 * @param asked what was asked; empty where a result file does not say
 * @param profile name of the simulated GPU
 * @param timeMicros simulated time, microseconds
 * @param failure what is wrong with the result; empty if nothing is
 * @param breakdown what the time consists of; empty where a result file does not say
 * @param trust how far to trust the time, in words
 * @param meanError mean error seen on hardware in runs like it, a fraction; empty where nothing was measured
 */
public record ComparedRun(
        Optional<RunDescription> asked,
        String profile,
        double timeMicros,
        String failure,
        Optional<TimeBreakdown> breakdown,
        String trust,
        OptionalDouble meanError) {

    static ComparedRun of(RunDescription asked, RunResult result, TimeAccuracy trust, TimeBreakdown breakdown) {
        // What the workload made of its options says more than these: --threshold alone chooses a variant.
        Map<String, String> options = new LinkedHashMap<>(asked.options());
        for (Measure each : result.measures()) {
            if (each instanceof Measure.Text text && options.containsKey(text.name())) {
                options.put(text.name(), text.value());
            }
        }
        return new ComparedRun(
                Optional.of(
                        new RunDescription(asked.workload(), options, asked.profile(), asked.set(), asked.machine())),
                result.profile(),
                result.timeMicros(),
                result.failure(),
                Optional.of(breakdown),
                trust.words(),
                trust.errors()
                        .map(ErrorStatistics::mean)
                        .map(OptionalDouble::of)
                        .orElseGet(OptionalDouble::empty));
    }
}
