package io.cdpsim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ring of numbers, against {@link BitSet}. */
class OccupancyBitmapTest {
    private static final int SIZE = 3 * 4_096;

    static IntStream seeds() {
        return IntStream.range(0, 50);
    }

    @Test
    void anEmptySetHasNoNext() {
        OccupancyBitmap bitmap = new OccupancyBitmap(SIZE);

        assertThat(bitmap.nextAfter(0)).isEqualTo(OccupancyBitmap.NONE);
        assertThat(bitmap.nextAfter(SIZE - 1)).isEqualTo(OccupancyBitmap.NONE);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theNextMemberIsFoundAroundTheRing(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        OccupancyBitmap bitmap = new OccupancyBitmap(SIZE);
        BitSet reference = new BitSet(SIZE);
        for (int i = 0; i < 2_000; i++) {
            int index = random.nextInt(SIZE);
            if (random.nextInt(100) < 50 + seed % 3 * 20 - 20) {
                bitmap.set(index);
                reference.set(index);
            } else {
                int member = reference.nextSetBit(index);
                int removed = member < 0 ? index : member;
                bitmap.clear(removed);
                reference.clear(removed);
            }
            int from = random.nextInt(SIZE);
            int above = reference.nextSetBit(from + 1);
            assertThat(bitmap.nextAfter(from)).isEqualTo(above >= 0 ? above : reference.nextSetBit(0));
        }
    }
}
