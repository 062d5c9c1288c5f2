package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of 128 bytes in four sectors. */
class CoalescerTest {
    private static final long BASE = 1L << 40;

    private final Coalescer coalescer = new Coalescer(128, 32);

    static Stream<Arguments> patterns() {
        return Stream.of(
                pattern("consecutive words", 4, 1, 4, l -> 4L * l),
                pattern("consecutive words backwards", 4, 1, 4, l -> 4L * (31 - l)),
                pattern("consecutive words from the second on", 4, 2, 5, l -> 4 + 4L * l),
                pattern("one word for all", 4, 1, 1, l -> 40),
                pattern("stride 2", 4, 2, 8, l -> 8L * l),
                pattern("a sector a lane", 4, 8, 32, l -> 32L * l),
                pattern("a line a lane", 4, 32, 32, l -> 128L * l),
                pattern("consecutive bytes", 1, 1, 1, l -> l),
                pattern("consecutive doubles", 8, 2, 8, l -> 8L * l),
                pattern("consecutive float4", 16, 4, 16, l -> 16L * l));
    }

    private static Arguments pattern(String name, int bytes, int lines, int sectors, IntToLongFunction offset) {
        return arguments(
                name,
                bytes,
                lines,
                sectors,
                LongStream.range(0, Lanes.COUNT)
                        .map(l -> BASE + offset.applyAsLong((int) l))
                        .toArray());
    }

    @ParameterizedTest(name = "{0}: {2} lines, {3} sectors")
    @MethodSource("patterns")
    void anAccessTouchesTheLinesAndSectorsItsLanesDo(String name, int bytes, int lines, int sectors, long[] addresses) {
        coalescer.join(addresses, Lanes.ALL, bytes);

        assertThat(coalescer.count()).isEqualTo(lines);
        int touched = 0;
        for (int i = 0; i < coalescer.count(); i++) {
            touched += Integer.bitCount(coalescer.sectors(i));
        }
        assertThat(touched).isEqualTo(sectors);
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void linesComeInTheOrderOfTheFirstLaneThatTouchesThem(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int bytes = 1 << random.nextInt(5);
        int lanes = random.nextInt();
        long[] addresses = new long[Lanes.COUNT];
        int range = random.nextInt(1, 600);
        Map<Long, Integer> expected = new LinkedHashMap<>();
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            addresses[lane] = BASE + (long) random.nextInt(range) * bytes;
            if ((lanes >>> lane & 1) != 0) {
                expected.merge(addresses[lane] / 128, 1 << (addresses[lane] % 128 / 32), (a, b) -> a | b);
            }
        }

        coalescer.join(addresses, lanes, bytes);

        List<Long> lines = new ArrayList<>();
        for (int i = 0; i < coalescer.count(); i++) {
            lines.add(coalescer.line(i));
            assertThat(coalescer.sectors(i)).isEqualTo(expected.get(coalescer.line(i)));
        }
        assertThat(lines).containsExactlyElementsOf(expected.keySet());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16})
    void rowsAtAnyOffsetTouchTheSectorsOfTheirLanes(int bytes) {
        for (int start = 0; start < 256; start += bytes) {
            long[] addresses = new long[Lanes.COUNT];
            Map<Long, Integer> expected = new LinkedHashMap<>();
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                addresses[lane] = BASE + start + (long) lane * bytes;
                expected.merge(addresses[lane] / 128, 1 << (addresses[lane] % 128 / 32), (a, b) -> a | b);
            }

            coalescer.join(addresses, Lanes.ALL, bytes);

            Map<Long, Integer> joined = new LinkedHashMap<>();
            for (int i = 0; i < coalescer.count(); i++) {
                joined.put(coalescer.line(i), coalescer.sectors(i));
            }
            assertThat(joined).containsExactlyEntriesOf(expected);
        }
    }
}
