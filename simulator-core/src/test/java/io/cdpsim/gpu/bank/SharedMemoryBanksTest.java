package io.cdpsim.gpu.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.warp.Lanes;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SharedMemoryBanksTest {
    private final SharedMemoryBanks banks = new SharedMemoryBanks(32);

    static Stream<Arguments> patterns() {
        return Stream.of(
                pattern("consecutive words", 4, 1, l -> 4L * l),
                pattern("consecutive words backwards", 4, 1, l -> 4L * (31 - l)),
                pattern("stride 2", 4, 2, l -> 8L * l),
                pattern("stride 3", 4, 1, l -> 12L * l),
                pattern("stride 4", 4, 4, l -> 16L * l),
                pattern("stride 32", 4, 32, l -> 128L * l),
                pattern("stride 33, a padded column", 4, 1, l -> 132L * l),
                pattern("broadcast", 4, 1, l -> 64),
                pattern("two words of one bank", 4, 2, l -> 128L * (l & 1)),
                pattern("pairs share a word", 4, 1, l -> 4L * (l / 2)),
                pattern("consecutive bytes", 1, 1, l -> l),
                pattern("consecutive halves", 2, 1, l -> 2L * l),
                pattern("consecutive doubles", 8, 2, l -> 8L * l),
                pattern("one double for all", 8, 1, l -> 8),
                pattern("consecutive float4", 16, 4, l -> 16L * l),
                pattern("one float4 for all", 16, 1, l -> 16),
                pattern("float4 with stride 8 words", 16, 8, l -> 32L * l));
    }

    private static Arguments pattern(String name, int bytes, int wavefronts, IntToLongFunction offset) {
        return arguments(
                name,
                bytes,
                wavefronts,
                LongStream.range(0, Lanes.COUNT)
                        .map(l -> offset.applyAsLong((int) l))
                        .toArray());
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("patterns")
    void anAccessTakesAsManyCyclesAsItsBusiestBankHasWords(String name, int bytes, int wavefronts, long[] offsets) {
        assertThat(banks.wavefronts(offsets, Lanes.ALL, bytes)).isEqualTo(wavefronts);
    }

    @Test
    void onlyActiveLanesCount() {
        long[] offsets = new long[Lanes.COUNT];
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            offsets[lane] = 128L * lane;
        }

        assertThat(banks.wavefronts(offsets, 0x8001, 4)).isEqualTo(2);
        assertThat(banks.wavefronts(offsets, 1 << 31, 4)).isEqualTo(1);
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theCountIsThatOfDistinctWordsByBank(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 1 << random.nextInt(4, 6);
        int bytes = 1 << random.nextInt(5);
        int lanes = random.nextInt();
        long[] offsets = new long[Lanes.COUNT];
        int range = random.nextInt(1, 200);
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            offsets[lane] = (long) random.nextInt(range) * bytes;
        }
        int most = 1;
        for (int bank = 0; bank < count; bank++) {
            Set<Long> words = new HashSet<>();
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                for (long at = offsets[lane]; (lanes >>> lane & 1) != 0 && at < offsets[lane] + bytes; at++) {
                    if (at / 4 % count == bank) {
                        words.add(at / 4);
                    }
                }
            }
            most = Math.max(most, words.size());
        }

        assertThat(new SharedMemoryBanks(count).wavefronts(offsets, lanes, bytes))
                .isEqualTo(most);
    }

    @Test
    void lanesOnOneWordAreCounted() {
        long[] offsets = new long[Lanes.COUNT];
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            offsets[lane] = lane < 20 ? 4L * (lane % 4) : 400 + 4L * lane;
        }

        assertThat(banks.mostLanesOnOneWord(offsets, Lanes.ALL)).isEqualTo(5);
        assertThat(banks.mostLanesOnOneWord(offsets, 0b1000_1000)).isEqualTo(2);
        assertThat(banks.mostLanesOnOneWord(offsets, 0xFFF00000)).isEqualTo(1);
        assertThat(banks.mostLanesOnOneWord(offsets, 0)).isZero();
    }
}
