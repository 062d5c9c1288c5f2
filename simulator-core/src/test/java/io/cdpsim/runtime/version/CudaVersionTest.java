package io.cdpsim.runtime.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CudaVersionTest {
    @ParameterizedTest
    @CsvSource({"5, 5.0, 5000", "5.0, 5.0, 5000", "11.8, 11.8, 11080", "12.4, 12.4, 12040"})
    void aVersionIsReadAndHasCudasNumber(String text, String version, int number) {
        assertThat(CudaVersion.parse(text)).hasToString(version);
        assertThat(CudaVersion.parse(text).number()).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.2", "", "x", "12.", "12.-1", "12.4.1", "-6"})
    void whatIsNoVersionWithDynamicParallelismIsRefused(String text) {
        assertThatThrownBy(() -> CudaVersion.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'" + text + "'", "from 5.0 on");
    }

    @Test
    void versionsAreOrderedByMajorAndThenMinor() {
        CudaVersion version = new CudaVersion(10, 1);
        assertThat(version).isGreaterThan(new CudaVersion(9, 2)).isLessThan(new CudaVersion(10, 2));
        assertThat(version.atLeast(new CudaVersion(10, 1))).isTrue();
        assertThat(version.atLeast(new CudaVersion(10, 2))).isFalse();
        assertThat(version.atLeast(new CudaVersion(9, 2))).isTrue();
        assertThat(version.atLeast(new CudaVersion(11, 0))).isFalse();
    }
}
