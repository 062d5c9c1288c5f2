package io.cdpsim.experiments.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.workloads.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputMetricTest {
    @ParameterizedTest
    @CsvSource({"count (\\d+), 512", "speed: ([0-9.]+), 1.5", "^last ([-+0-9.eE]+)$, -0.02", "time *= *(\\S+), 7"})
    void aMetricIsTheFirstGroupOfTheFirstMatch(String regex, String value) {
        String output = "count 512\ncount 13\nspeed: 1.50 GB/s\nlast -2e-2\ntime = 007\n";

        assertThat(OutputMetric.of("m", regex).in(output).text()).isEqualTo(value);
    }

    @Test
    void anOutputWithoutTheNumberIsAnError() {
        assertThatThrownBy(() -> OutputMetric.of("m", "speed: (.*)").in("none"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("metric m: nothing in the output matches 'speed: (.*)'");
        assertThatThrownBy(() -> OutputMetric.of("m", "speed: (.*)").in("speed: nan"))
                .hasMessage("metric m: found 'nan' in the output, expected a number");
    }

    @Test
    void anExpressionNeedsAGroupAndAName() {
        assertThatThrownBy(() -> OutputMetric.of("m", "speed")).hasMessageContaining("without a group");
        assertThatThrownBy(() -> OutputMetric.of("m", "(speed")).hasMessageContaining("a regular expression");
        assertThatThrownBy(() -> OutputMetric.of("two words", "(x)")).hasMessageContaining("NAME=REGEX");
    }
}
