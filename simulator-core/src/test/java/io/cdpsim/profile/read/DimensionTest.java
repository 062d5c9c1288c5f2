package io.cdpsim.profile.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DimensionTest {
    @ParameterizedTest
    @CsvSource({
        "COUNT, 16, 16",
        "COUNT, -3, -3",
        "CYCLES, 283 cycles, 283",
        "CYCLES, 1 cycle, 1",
        "CYCLES, 1.5cycles, 1.5",
        "NANOS, 3.2 us, 3200",
        "NANOS, 800 ns, 800",
        "NANOS, 2 ms, 2000000",
        "BYTES, 128 B, 128",
        "BYTES, 228 KiB, 233472",
        "BYTES, 60 MiB, 62914560",
        "BYTES, 5 GiB, 5368709120",
        "BYTES, 0.5 KiB, 512",
        "HERTZ, 1980 MHz, 1980000000",
        "HERTZ, 1.98 GHz, 1980000000",
        "HERTZ, 5 kHz, 5000",
        "BYTES_PER_SECOND, 4.0 TB/s, 4000000000000",
        "BYTES_PER_SECOND, 208 GB/s, 208000000000",
        "BYTES_PER_CYCLE, 128 B/cycle, 128",
        "LANES_PER_CYCLE, 0.5 lanes/cycle, 0.5",
        "REQUESTS_PER_SECOND, 250 Mrequests/s, 250000000",
        "COUNT, 1e3, 1000",
    })
    void aQuantityReadsAsItsBaseUnit(Dimension dimension, String text, String value) {
        assertThat(dimension.parse(text)).isEqualByComparingTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "COUNT, 16 cycles",
        "CYCLES, 283",
        "CYCLES, 283 ns",
        "CYCLES, 283 Cycles",
        "CYCLES, cycles",
        "NANOS, 3 KiB",
        "BYTES, 228 KB",
        "BYTES, 4 TB/s",
        "HERTZ, NaN MHz",
        "BYTES_PER_SECOND, 4 GiB/s",
        "COUNT, 1e999999999",
        "COUNT, 1_000",
        "COUNT, 0x10",
        "COUNT, ''",
    })
    void aQuantityOfAnotherDimensionOrNoneIsRefused(Dimension dimension, String text) {
        assertThatExceptionOfType(NumberFormatException.class).isThrownBy(() -> dimension.parse(text));
    }
}
