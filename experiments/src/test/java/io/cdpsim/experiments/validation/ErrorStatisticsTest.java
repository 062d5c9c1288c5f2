package io.cdpsim.experiments.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorStatisticsTest {
    private static final double EXACT = 1e-12;

    private static SimulatedRow row(double measured, double simulated) {
        MeasuredRow row = new MeasuredRow("f.csv", 1, "b", "v", "p", 1, "m", "us", measured, measured, measured, 3);
        return new SimulatedRow(row, simulated, 0);
    }

    @Test
    void figuresAreThoseComputedByHand() {
        // Errors 0, 0.25, 0.5 and 2; ratios 1, 1.25, 0.5 and 3
        ErrorStatistics s = ErrorStatistics.of(List.of(row(1, 1), row(4, 5), row(10, 5), row(2, 6), row(0, 7)));
        assertThat(s.rows()).isEqualTo(4);
        assertThat(s.zeroRows()).isEqualTo(1);
        assertThat(s.mae()).isCloseTo(0.6875, within(EXACT));
        assertThat(s.medianError()).isCloseTo(0.375, within(EXACT));
        assertThat(s.within25()).isCloseTo(0.5, within(EXACT));
        assertThat(s.within2x()).isCloseTo(0.75, within(EXACT));
    }

    @Test
    void theCorrelationIsThatOfTheLogarithmsOfPositivePairs() {
        // A power law is a straight line in logarithms, whatever its exponent; the negative pair does not count.
        ErrorStatistics s = ErrorStatistics.of(List.of(row(1, 3), row(10, 30_000), row(100, 3e8), row(-5, 2)));
        assertThat(s.logCorrelation()).isCloseTo(1, within(1e-9));
        // Logarithms to base 10: x = 0, 1, 2 and y = 0, 2, 1; deviations (-1, 0, 1) and (-1, 1, 0), so 1 / sqrt(2 * 2)
        ErrorStatistics half = ErrorStatistics.of(List.of(row(1, 1), row(10, 100), row(100, 10)));
        assertThat(half.logCorrelation()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void theErrorOfANegativeMeasurementIsRelativeToItsSize() {
        assertThat(ErrorStatistics.of(List.of(row(-100, -90))).mae()).isCloseTo(0.1, within(EXACT));
    }

    @Test
    void withoutRowsNothingIsLeftUndefined() {
        assertThat(ErrorStatistics.of(List.of())).isEqualTo(new ErrorStatistics(0, 0, 0, 0, 0, 0, 0));
        assertThat(ErrorStatistics.of(List.of(row(2, 2))).logCorrelation()).isZero();
    }
}
