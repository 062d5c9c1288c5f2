package io.cdpsim.experiments.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.compare.RunComparison.Verdict;
import io.cdpsim.experiments.compare.RunDescription.Difference;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunComparisonTest {
    private static RunDescription asked(Map<String, String> options, String seed) {
        return new RunDescription("bfs", options, "h200", List.of(), Map.of("seed", seed));
    }

    private static ComparedRun outcome(double micros, OptionalDouble error, Map<CriticalPathComponent, Double> parts) {
        return outcome(micros, error, parts, Optional.empty());
    }

    private static ComparedRun outcome(
            double micros,
            OptionalDouble error,
            Map<CriticalPathComponent, Double> parts,
            Optional<DeviceTime> device) {
        return new ComparedRun(
                Optional.of(asked(Map.of("variant", "cdp"), "1")),
                "h200",
                micros,
                "",
                parts.isEmpty() ? Optional.empty() : Optional.of(new TimeBreakdown(Map.of(), parts)),
                "",
                device,
                error);
    }

    @ParameterizedTest
    @CsvSource({
        "100,100,0.14,0.14,SAME",
        "100,90,0.14,0.14,WITHIN_ERROR",
        "90,100,0.05,0.14,WITHIN_ERROR",
        "90,100,0.14,0.05,WITHIN_ERROR",
        "100,80,0.14,0.14,BEYOND_ERROR",
        "80,100,0.19,0.19,BEYOND_ERROR",
        "100,80,,0.14,UNKNOWN",
        "100,100,,,SAME"
    })
    void aDifferenceIsHeldAgainstTheLargerOfTheErrorsSeenOnHardware(
            double a, double b, Double errorA, Double errorB, Verdict verdict) {
        RunComparison comparison = new RunComparison(
                outcome(a, errorA == null ? OptionalDouble.empty() : OptionalDouble.of(errorA), Map.of()),
                outcome(b, errorB == null ? OptionalDouble.empty() : OptionalDouble.of(errorB), Map.of()));

        assertThat(comparison.verdict()).isEqualTo(verdict);
        if (verdict == Verdict.WITHIN_ERROR) {
            assertThat(comparison.verdictWords()).contains("less than the error", "mean 14%", "other way round");
        }
    }

    /** The host of an H200 polls every 8.2 us. */
    @ParameterizedTest
    @CsvSource({
        "100,104,60,66,ROUNDED,A takes 9.1% less",
        "100,100,66,60,ROUNDED,B takes 9.1% less",
        "100,100,60,60,SAME,same time",
        "100,108.2,60,66,ROUNDED,A takes 9.1% less",
        "100,108.3,60,66,WITHIN_ERROR,A takes 7.7% less time"
    })
    void aDifferenceBelowThePollOfTheHostIsHeldAgainstTheTimesOnTheDevice(
            double a, double b, double deviceA, double deviceB, Verdict verdict, String words) {
        OptionalDouble error = OptionalDouble.of(0.14);
        RunComparison comparison = new RunComparison(
                outcome(a, error, Map.of(), Optional.of(new DeviceTime(deviceA, 8.2))),
                outcome(b, error, Map.of(), Optional.of(new DeviceTime(deviceB, 8.2))));

        assertThat(comparison.verdict()).isEqualTo(verdict);
        assertThat(comparison.verdictWords()).contains(words);
        if (verdict == Verdict.ROUNDED) {
            assertThat(comparison.verdictWords()).contains("8.2 us", "host_link.acquire_poll", "less than the error");
        }
    }

    @Test
    void theQuestionsDifferInWhatHasAnotherValueOrIsNotThereInOne() {
        RunDescription one = asked(Map.of("variant", "cdp", "graph", "g", "pool", "4"), "1");
        RunDescription other = asked(Map.of("variant", "warp", "graph", "g"), "2");

        assertThat(one.differences(other))
                .containsExactlyInAnyOrder(
                        new Difference("variant", "cdp", "warp"),
                        new Difference("pool", "4", ""),
                        new Difference("seed", "1", "2"));
        assertThat(one.differences(one)).isEmpty();
    }

    @Test
    void theMechanismIsWhatChangedMost() {
        OptionalDouble error = OptionalDouble.of(0.1);
        RunComparison comparison = new RunComparison(
                outcome(
                        100,
                        error,
                        Map.of(
                                CriticalPathComponent.COMPUTING,
                                10.0,
                                CriticalPathComponent.LAUNCH_SERVER,
                                80.0,
                                CriticalPathComponent.HOST,
                                10.0)),
                outcome(
                        47,
                        error,
                        Map.of(
                                CriticalPathComponent.COMPUTING,
                                35.0,
                                CriticalPathComponent.LAUNCH_SERVER,
                                1.0,
                                CriticalPathComponent.HOST,
                                11.0)));

        assertThat(comparison.mechanisms())
                .extracting(RunComparison.PartChange::part)
                .containsExactly(CriticalPathComponent.LAUNCH_SERVER, CriticalPathComponent.COMPUTING);
        assertThat(comparison.parts().stream()
                        .mapToDouble(RunComparison.PartChange::change)
                        .sum())
                .isEqualTo(comparison.change());
    }
}
