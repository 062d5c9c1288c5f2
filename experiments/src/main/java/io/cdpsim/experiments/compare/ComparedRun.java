package io.cdpsim.experiments.compare;

import io.cdpsim.workloads.ErrorStatistics;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A run in a comparison.
 *
 * @param asked the input of the run; empty where a result file does not contain it
 * @param profile name of the simulated GPU
 * @param timeMicros simulated time, microseconds
 * @param failure the failure of the run; empty if there is none
 * @param breakdown the parts of the time; empty where a result file does not contain them
 * @param trust how accurate the time is, as text
 * @param device the time on the device; empty where a result file does not contain it
 * @param meanError mean error measured on hardware in runs like it, a fraction; empty if none was measured
 */
public record ComparedRun(
        Optional<RunDescription> asked,
        String profile,
        double timeMicros,
        String failure,
        Optional<TimeBreakdown> breakdown,
        String trust,
        Optional<DeviceTime> device,
        OptionalDouble meanError) {

    static ComparedRun of(
            RunDescription asked, RunResult result, TimeAccuracy trust, TimeBreakdown breakdown, DeviceTime device) {
        // The workload's own results come first: --threshold alone selects a variant.
        Map<String, String> options = new LinkedHashMap<>(asked.options());
        for (ResultValue each : result.measures()) {
            if (each instanceof ResultValue.Text text && options.containsKey(text.name())) {
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
                Optional.of(device),
                trust.errors()
                        .map(ErrorStatistics::mean)
                        .map(OptionalDouble::of)
                        .orElseGet(OptionalDouble::empty));
    }
}
