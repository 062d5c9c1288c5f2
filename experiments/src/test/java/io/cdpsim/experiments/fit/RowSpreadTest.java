package io.cdpsim.experiments.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The uncertainty of a fitted value against the textbook's standard error of a mean. */
class RowSpreadTest {
    private static SimulatedRow row(double simulated, double min, double median, double max) {
        return new SimulatedRow(
                new MeasuredRow("rows.csv", 1, "latency", "ld", "-", 0, "per_load", "cycles", min, median, max, 5),
                simulated,
                0);
    }

    /** Logarithms -0.1, 0 and 0.1: their standard deviation is 0.1. */
    @Test
    void rowsThatDisagreeGiveTheStandardErrorOfTheirMeanOverTheSlope() {
        RowSpread spread =
                RowSpread.of(List.of(row(Math.exp(-0.1), 1, 1, 1), row(1, 1, 1, 1), row(Math.exp(0.1), 1, 1, 1)));

        assertThat(Math.log1p(spread.uncertainty(1).orElseThrow())).isCloseTo(0.1 / Math.sqrt(3), within(1e-9));
        assertThat(Math.log1p(spread.uncertainty(-0.5).orElseThrow())).isCloseTo(0.2 / Math.sqrt(3), within(1e-9));
    }

    @Test
    void theSpreadOfTheRunsCountsAlsoWhereOneRowDecides() {
        RowSpread one = RowSpread.of(List.of(row(100, 100 / 1.02, 100, 100 * 1.02)));

        assertThat(one.uncertainty(1).orElseThrow()).isCloseTo(0.02, within(1e-9));
    }

    @Test
    void oneRowWithoutASpreadTellsNothing() {
        assertThat(RowSpread.of(List.of(row(100, 100, 100, 100))).uncertainty(1))
                .isEmpty();
    }
}
