package io.cdpsim.workloads.nbody;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The estimate against the table on the blog of The CUDA Handbook, in milliseconds. */
class CpuTimeEstimateTest {
    @ParameterizedTest
    @CsvSource({
        "4096, 36.24, 40.31, 4.78, 2.79",
        "8192, 144.50, 161.32, 20.13, 9.45",
        "16384, 576.75, 649.83, 72.78, 39.46"
    })
    void oneCoreAndAllCoresTakeAboutThePublishedTime(
            int bodies, double firstOne, double secondOne, double firstAll, double secondAll) {
        double pairs = (double) bodies * bodies;
        CpuTimeEstimate first = CpuTimeEstimate.MACHINES.get(0);
        CpuTimeEstimate second = CpuTimeEstimate.MACHINES.get(1);
        assertThat(first.micros(pairs, 1) / 1e3).isCloseTo(firstOne, Percentage.withPercentage(3));
        assertThat(second.micros(pairs, 1) / 1e3).isCloseTo(secondOne, Percentage.withPercentage(3));
        assertThat(first.micros(pairs, first.cores()) / 1e3).isCloseTo(firstAll, Percentage.withPercentage(13));
        assertThat(second.micros(pairs, second.cores()) / 1e3).isCloseTo(secondAll, Percentage.withPercentage(13));
    }
}
