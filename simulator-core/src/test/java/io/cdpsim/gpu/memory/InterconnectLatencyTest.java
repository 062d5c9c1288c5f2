package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against {@code latency_by_sm} in {@code measurements/slices-h200.csv}: loads of seven lines, each from all 132 SMs of an H200. */
class InterconnectLatencyTest {
    private static final GpuProfile H200 = Profiles.load("h200");
    private static final int SMS = H200.sm().count();
    private final L2Slices slices = new L2Slices(H200.l2());
    private final InterconnectLatency distances = new InterconnectLatency(H200, slices);

    private double[] toSlice(int place) {
        return IntStream.range(0, SMS)
                .mapToDouble(sm -> distances.cycles(sm, sm % 2 * slices.places() + place))
                .toArray();
    }

    @Test
    void aLineTakesAllSmsTogetherAsLongAsAnyOther() {
        // Measured: 281, 282, 283, 283, 277, 281 and 282 cycles.
        for (int place = 0; place < slices.places(); place++) {
            assertThat(Arrays.stream(toSlice(place)).average().orElseThrow()).isCloseTo(0, within(3.0));
        }
    }

    @Test
    void theNearestSmHasItAsMuchSoonerThanTheFurthestAsWasMeasured() {
        for (int place = 0; place < slices.places(); place++) {
            double[] cycles = toSlice(place);
            // 56 to 67 cycles by line, 67 in all.
            assertThat(Arrays.stream(cycles).max().orElseThrow()
                            - Arrays.stream(cycles).min().orElseThrow())
                    .isBetween(56.0, 67.0);
            // 15 to 19.
            double variance = Arrays.stream(cycles).map(c -> c * c).average().orElseThrow();
            assertThat(Math.sqrt(variance)).isBetween(15.0, 20.0);
        }
    }

    /** Measured: of lines 0 and 1024 the nearest SMs of one are the furthest of the other, a correlation of -0.81; of lines 0 and 1 it is 1.00. */
    @Test
    void smsThatAreNearToASliceAreFarFromThatAcrossTheRing() {
        double[] toFirst = toSlice(0);
        double least = IntStream.range(1, slices.places())
                .mapToDouble(place -> correlation(toFirst, toSlice(place)))
                .min()
                .orElseThrow();
        assertThat(least).isLessThan(-0.8);
    }

    private static double correlation(double[] one, double[] other) {
        double products = IntStream.range(0, one.length)
                .mapToDouble(i -> one[i] * other[i])
                .sum();
        double ones = Arrays.stream(one).map(c -> c * c).sum();
        double others = Arrays.stream(other).map(c -> c * c).sum();
        return products / Math.sqrt(ones * others);
    }

    @Test
    void anAnswerTakesThatMuchLonger() {
        GpuProfile profile = Profiles.load("h200", List.of("l2.distance_spread=60 cycles"));
        MemorySystem memory = new MemorySystem(profile, 1);
        InterconnectLatency ofThese = new InterconnectLatency(profile, new L2Slices(profile.l2()));
        L2Slices map = new L2Slices(profile.l2());
        long line = IntStream.range(0, 1_000)
                .filter(l -> ofThese.cycles(0, map.forLoads(0, l)) > 20)
                .findFirst()
                .orElseThrow();
        int longer = ofThese.cycles(0, map.forLoads(0, line));
        memory.load(0, line, 1, 0);

        assertThat(memory.load(0, line, 1, 100_000))
                .isEqualTo(100_000 + profile.l2().latencyCycles() + longer);
    }
}
