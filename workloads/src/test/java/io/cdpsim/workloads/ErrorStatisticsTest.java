package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ErrorStatisticsTest {
    @Test
    void nineOfTenRowsDoNotExceedTheNinetiethPercentile() {
        double[] errors = {0.9, 0.1, 0.2, 0.3, 0.05, 0.4, 0.25, 0.6, 0.15, 0.7};

        ErrorStatistics seen = ErrorStatistics.of(errors, 3);

        assertThat(seen.rows()).isEqualTo(10);
        assertThat(seen.fitted()).isEqualTo(3);
        assertThat(seen.mean()).isCloseTo(0.365, within(1e-12));
        assertThat(seen.median()).isCloseTo(0.275, within(1e-12));
        assertThat(seen.p90()).isEqualTo(0.7);
        assertThat(seen.within25()).isEqualTo(5);
    }

    @Test
    void ofFewRowsThePercentileIsTheLargest() {
        assertThat(ErrorStatistics.of(new double[] {0.5, 0.1, 0.3}, 0))
                .satisfies(seen -> assertThat(seen.p90()).isEqualTo(0.5))
                .satisfies(seen -> assertThat(seen.median()).isEqualTo(0.3));
        assertThat(ErrorStatistics.of(new double[] {0.5}, 0).p90()).isEqualTo(0.5);
    }
}
