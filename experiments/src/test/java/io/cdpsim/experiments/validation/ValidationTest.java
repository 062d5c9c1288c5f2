package io.cdpsim.experiments.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.ValidationResult.OutcomeComparison;
import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.ValidationResult.SkippedRow;
import io.cdpsim.experiments.validation.row.MeasuredOutcome;
import io.cdpsim.experiments.validation.row.MeasuredOutcome.LaunchOutcome;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.workloads.Progress;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ValidationTest {
    private static final GpuProfile H200 = Profiles.load("h200");

    private static MeasuredRow row(String bench, String variant, String parameter, double value, String metric) {
        return new MeasuredRow("f.csv", 1, bench, variant, parameter, value, metric, "us", 1, 1, 1, 1);
    }

    /** One small row of every bench, with parameter values that no shipped file holds. */
    private static final List<MeasuredRow> OTHER_VALUES = List.of(
            row("latency", "global_ld", "bytes", 24_576, "per_load"),
            row("latency", "shared_ld", "-", 0, "per_load"),
            row("latency", "atomic_add_return", "-", 0, "per_op"),
            row("latency", "mapped_host_ld", "-", 0, "per_load"),
            row("latency", "rsqrtf", "-", 0, "per_op"),
            row("throughput", "imad", "warps", 3, "per_sm"),
            row("atomics", "cas_same_address", "blocks", 2, "rate"),
            row("atomics", "shared_add", "stride", 3, "rate"),
            row("memory", "copy", "MiB", 1, "read_plus_write"),
            row("memory", "read", "MiB", 1, "read"),
            row("block_dispatch", "threads64", "blocks", 7, "empty_grid"),
            row("api", "free", "-", 0, "cost"),
            row("bfs", "threshold_faf_t3_c64", "grid9", 0, "whole_search"),
            row("nbody", "shared_block32", "bodies", 96, "force_step"),
            row("persistent", "blocks2_threads32_work1_consume1us", "ints", 100, "per_iteration"),
            row("copy", "device_to_pinned_host", "ints", 1000, "round_trip"),
            row("fill", "tail_size100", "limit", 64, "whole"),
            row("pending", "streams_size2", "limit", 100, "whole"),
            row("deep", "null_stream", "levels", 5, "whole"),
            row("flood", "faf_b2_w1_l3", "limit4096", 6, "whole"));

    /** One run of them by several workers, which two tests look at. */
    private static ValidationResult otherValues;

    @BeforeAll
    static void runOtherValues() {
        otherValues = run(3, OTHER_VALUES, List.of());
    }

    private static ValidationResult run(int workers, List<MeasuredRow> rows, List<MeasuredOutcome> outcomes) {
        return new Validation(H200, workers).run(new Measurements(rows, outcomes), new Progress());
    }

    @Test
    void everyBenchTakesParameterValuesThatWereNotMeasured() {
        assertThat(otherValues.skipped()).isEmpty();
        assertThat(otherValues.rows()).hasSameSizeAs(OTHER_VALUES).allMatch(each -> each.simulated() > 0);
    }

    @Test
    void theValuesDoNotDependOnHowManyRunAtATime() {
        assertThat(run(1, OTHER_VALUES, List.of()).rows())
                .extracting(SimulatedRow::simulated)
                .isEqualTo(
                        otherValues.rows().stream().map(SimulatedRow::simulated).toList());
    }

    @Test
    void rowsThatNothingSimulatesAreNamedWithTheReason() {
        ValidationResult result = run(
                1,
                List.of(
                        row("latency", "shfl", "-", 0, "per_op"),
                        row("weather", "rain", "-", 0, "per_day"),
                        row("flood", "faf_b1_w1_l1", "limit99999999999999999999", 1, "whole")),
                List.of());
        assertThat(result.rows()).isEmpty();
        assertThat(result.skipped())
                .extracting(SkippedRow::reason)
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("compiler left the shuffle out"),
                        reason -> assertThat(reason).contains("nothing simulates a weather row"),
                        reason -> assertThat(reason).contains("too large"));
        assertThat(result.anyFailed()).isFalse();
    }

    @Test
    void aTailStreamTakesAsManyLaunchesAsThePoolHolds() {
        // As hardware did at 2,048 and 8,192: tails wait for the parent, so that none ends before all are launched.
        MeasuredOutcome full = new MeasuredOutcome("f.csv", 1, "fill_limit64_mode2", 100, new LaunchOutcome(64, 36, 0));
        MeasuredOutcome varied =
                new MeasuredOutcome("f.csv", 2, "pending_limit64_mode0", 3, new LaunchOutcome(80, 9, 3));
        ValidationResult result = run(1, List.of(), List.of(full, full, varied));
        assertThat(result.outcomes()).singleElement().matches(OutcomeComparison::agrees);
    }
}
