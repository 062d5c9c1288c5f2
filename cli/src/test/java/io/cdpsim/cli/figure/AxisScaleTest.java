package io.cdpsim.cli.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.cli.figure.AxisScale.LinearScale;
import io.cdpsim.cli.figure.AxisScale.LogarithmicScale;
import io.cdpsim.cli.figure.AxisScale.Tick;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisScaleTest {
    private static List<String> labels(AxisScale scale) {
        return scale.ticks().stream().map(Tick::label).toList();
    }

    @Test
    void ticksAreAtRoundNumbersAndTheAxisEndsAtThem() {
        assertThat(labels(LinearScale.between(0, 163))).containsExactly("0", "50", "100", "150", "200");
        assertThat(labels(LinearScale.between(-0.3, 0.9))).containsExactly("-0.5", "0", "0.5", "1");
        assertThat(labels(LinearScale.between(0, 12_345))).containsExactly("0", "5,000", "10,000", "15,000");
    }

    @Test
    void powersOfTwoAreTheirOwnTicksAndOthersAreOneTwoFive() {
        assertThat(labels(LogarithmicScale.of(new double[] {32, 64, 128, 512})))
                .containsExactly("32", "64", "128", "512");
        assertThat(labels(LogarithmicScale.between(130, 4_700)))
                .containsExactly("100", "200", "500", "1,000", "2,000", "5,000");
    }

    @Test
    void equalRatiosAreEqualDistances() {
        LogarithmicScale scale = LogarithmicScale.between(1, 100);

        assertThat(scale.share(10)).isCloseTo(0.5, within(1e-12));
        assertThat(scale.share(20) - scale.share(2)).isCloseTo(0.5, within(1e-12));
    }

    /** Any range has between two and a dozen ticks, which ascend and lie on the axis. */
    @ParameterizedTest
    @CsvSource({"0,1e-9", "0,7e15", "3,3", "0,0", "-5,-4.9", "99.9,100.1", "1e-7,1e7"})
    void everyRangeHasAFewTicks(double least, double most) {
        for (AxisScale scale : least > 0
                ? List.of(
                        LinearScale.between(least, most),
                        LinearScale.around(least, most),
                        LogarithmicScale.between(least, most))
                : List.of(LinearScale.between(least, most), LinearScale.around(least, most))) {
            double[] places = scale.ticks().stream()
                    .mapToDouble(each -> scale.share(each.value()))
                    .toArray();
            assertThat(places).as(scale.toString()).hasSizeBetween(2, 12).isSorted();
            assertThat(DoubleStream.of(places)).allMatch(each -> each > -1e-6 && each < 1 + 1e-6);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        time_us             | time (\u00b5s)
        wall_ms             | wall (ms)
        million_edges_per_s | million edges per s
        bandwidth_gb_s      | bandwidth (GB/s)
        launch_latency_cycles | launch latency (cycles)
        child-threads       | child-threads
        s                   | s
        """)
    void theUnitOfAColumnIsInItsName(String column, String label) {
        assertThat(AxisLabel.ofColumn(column).text()).isEqualTo(label);
    }

    @ParameterizedTest
    @CsvSource({"10,us,10,\u00b5s", "9999,us,9999,\u00b5s", "10000,us,10,ms", "0.5,us,500,ns", "3,s,3000,ms"})
    void aTimeIsDrawnInAUnitThatFitsIt(double value, String column, double shown, String unit) {
        AxisLabel label = AxisLabel.ofColumn("time_" + column);

        AxisLabel fitting = label.fitting(value);

        assertThat(fitting.unit()).isEqualTo(unit);
        assertThat(value * label.factorTo(fitting)).isCloseTo(shown, within(1e-9 * shown));
    }
}
