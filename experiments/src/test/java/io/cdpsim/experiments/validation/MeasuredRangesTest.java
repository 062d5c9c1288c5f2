package io.cdpsim.experiments.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.MeasuredRanges.RangeCount;
import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredRangesTest {
    /** Seven processes had medians of 100 to 400 us. */
    private static final MeasuredRanges RANGES = new MeasuredRanges(List.of(row("known", 100, 150, 400)));

    private static MeasuredRow row(String variant, double min, double median, double max) {
        return new MeasuredRow(
                "f.csv", 1, "persistent", variant, "ints", 1024, "per_iteration", "us", min, median, max, 7);
    }

    private static SimulatedRow simulated(String variant, double value) {
        // One process alone had 390, and within it iterations of 1 to 9,000 us: neither decides.
        return new SimulatedRow(row(variant, 1, 390, 9000), value, 0);
    }

    @ParameterizedTest
    @CsvSource({"89.9,0", "90,1", "100,1", "250,1", "400,1", "440,1", "440.1,0"})
    void aRowIsWithinItsRangeIfItIsNoMoreThanATenthBelowTheLeastOrAboveTheLargestMedian(double value, int within) {
        assertThat(RANGES.count(List.of(simulated("known", value))))
                .isEqualTo(Map.of("persistent", new RangeCount(within, 1)));
    }

    @Test
    void rowsThatWereMeasuredOnceDoNotCount() {
        assertThat(RANGES.count(List.of(simulated("once", 200)))).isEmpty();
        assertThat(RANGES.count(List.of(
                        simulated("known", 200),
                        simulated("once", 200),
                        simulated("known", 50),
                        simulated("known", 410))))
                .isEqualTo(Map.of("persistent", new RangeCount(2, 3)));
    }

    /** Of the 70 rows that ship, two are of 16 MiB, which one process alone measured. */
    @Test
    void anH200HasRangesOfItsProducersAndAGpuThatWasMeasuredOnceHasNone() {
        List<SimulatedRow> medians = Measurements.shipped().of(List.of("persistent")).rows().stream()
                .map(row -> new SimulatedRow(row, row.median(), 0))
                .toList();
        assertThat(MeasuredRanges.shippedFor("h200").count(medians))
                .isEqualTo(Map.of("persistent", new RangeCount(68, 68)));
        assertThat(MeasuredRanges.shippedFor("k20c").count(medians)).isEmpty();
    }
}
