package io.cdpsim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IntRingTest {
    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aRingGivesItsItemsInTheOrderTheyCame(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        IntRing ring = new IntRing();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            if (expected.isEmpty() || random.nextInt(5) < 3) {
                ring.add(i);
                expected.add(i);
            } else {
                assertThat(ring.peek()).isEqualTo(expected.get(0));
                assertThat(ring.remove()).isEqualTo(expected.remove(0));
            }
            assertThat(ring.size()).isEqualTo(expected.size());
            assertThat(ring.isEmpty()).isEqualTo(expected.isEmpty());
            if (!expected.isEmpty()) {
                int before = random.nextInt(expected.size());
                assertThat(ring.get(before)).isEqualTo(expected.get(before));
            }
        }
    }
}
