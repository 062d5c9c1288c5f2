package io.cdpsim.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberFormatsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0         | 0 ns
        0.0005    | 0.500 ns
        0.283     | 283 ns
        0.9994    | 999 ns
        0.9996    | 1.00 us
        1         | 1.00 us
        99.96     | 100 us
        999.4     | 999 us
        999.6     | 1.00 ms
        1234      | 1.23 ms
        1500000   | 1.50 s
        3661000000| 3,661 s
        """)
    void timesHaveThreeDigitsAndTheUnitThatFits(double micros, String text) {
        assertThat(NumberFormats.time(micros)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0       | 0 B
        1023    | 1023 B
        1024    | 1 KiB
        49152   | 48 KiB
        1572864 | 1.5 MiB
        151397597184 | 141 GiB
        """)
    void sizesAreInBinaryUnits(long bytes, String text) {
        assertThat(NumberFormats.bytes(bytes)).isEqualTo(text);
    }

    @Test
    void countsHaveTheirThousandsParted() {
        assertThat(NumberFormats.count(45_678)).isEqualTo("45,678");
        assertThat(NumberFormats.count(-1_000)).isEqualTo("-1,000");
    }

    @Test
    void sharesArePercent() {
        assertThat(NumberFormats.percent(0.1234)).isEqualTo("12.3%");
        assertThat(NumberFormats.percent(1)).isEqualTo("100.0%");
    }
}
