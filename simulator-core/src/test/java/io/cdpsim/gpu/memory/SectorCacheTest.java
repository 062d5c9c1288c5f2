package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SectorCacheTest {
    private static final int LINE = 128;

    /** One set of four lines. */
    private final SectorCache cache = new SectorCache(4 * LINE, LINE, 4);

    @Test
    void anEmptyCacheHoldsNothing() {
        assertThat(cache.find(0)).isNegative();
        assertThat(cache.find(77)).isNegative();
    }

    @Test
    void aLineComesInWithoutSectors() {
        long replaced = cache.replace(5);
        int entry = (int) replaced;

        assertThat(cache.find(5)).isEqualTo(entry);
        assertThat(cache.sectors(entry)).isZero();
        assertThat(evicted(replaced)).isZero();
    }

    @Test
    void whoPeeksAtALineDoesNotUseIt() {
        for (int line = 1; line <= 4; line++) {
            cache.allocate(line);
        }

        int first = cache.peek(1);
        assertThat(first).isNotNegative().isNotEqualTo(cache.peek(2));
        assertThat(cache.peek(5)).as("another line").isNegative();
        assertThat(cache.allocate(5))
                .as("the entry of the line used least recently")
                .isEqualTo(first);
        assertThat(cache.peek(1)).isNegative();
        assertThat(cache.peek(2)).isEqualTo(cache.find(2));
    }

    @Test
    void sectorsAddUpAndTheLastArrivalCounts() {
        int entry = cache.allocate(5);
        cache.fill(entry, 0b0001, 300);
        cache.fill(entry, 0b1000, 200);

        assertThat(cache.sectors(entry)).isEqualTo(0b1001);
        assertThat(cache.arrival(entry)).isEqualTo(300);
        cache.write(entry, 0b0010);
        assertThat(cache.sectors(entry)).isEqualTo(0b1011);
        assertThat(cache.arrival(entry)).isEqualTo(300);
    }

    @Test
    void theLeastRecentlyUsedLineIsEvicted() {
        for (long line = 1; line <= 4; line++) {
            cache.allocate(line);
        }
        cache.find(1);
        cache.find(3);

        cache.allocate(5);
        assertThat(cache.find(2)).isNegative();
        cache.allocate(6);
        assertThat(cache.find(4)).isNegative();
        assertThat(cache.find(1)).isNotNegative();
        assertThat(cache.find(3)).isNotNegative();
    }

    @Test
    void dirtySectorsAreHandedBackWhenTheirLineGoes() {
        int entry = cache.allocate(1);
        cache.fill(entry, 0b1111, 10);
        cache.write(entry, 0b0101);
        for (long line = 2; line <= 4; line++) {
            assertThat(evicted(cache.replace(line))).isZero();
        }

        long replaced = cache.replace(5);
        int again = (int) replaced;
        assertThat(evicted(replaced)).isEqualTo(0b0101);
        assertThat(cache.sectors(again)).isZero();
        assertThat(cache.arrival(again)).isZero();
        assertThat(evicted(cache.replace(6))).isZero();
    }

    @Test
    void anInvalidatedCacheHoldsNothingAndWritesNothingBack() {
        for (long line = 0; line < 4; line++) {
            cache.write(cache.allocate(line), 0b1111);
        }
        cache.invalidate();

        for (long line = 0; line < 4; line++) {
            assertThat(cache.find(line)).isNegative();
        }
        for (long line = 10; line < 14; line++) {
            assertThat(evicted(cache.replace(line))).isZero();
        }
    }

    @Test
    void aCacheSmallerThanALineStillHoldsOne() {
        SectorCache tiny = new SectorCache(1, LINE, 0);
        tiny.allocate(9);

        assertThat(tiny.find(9)).isZero();
        tiny.allocate(10);
        assertThat(tiny.find(9)).isNegative();
    }

    @Test
    void consecutiveLinesSpreadOverAllSets() {
        int lines = 4_096;
        SectorCache large = new SectorCache((long) lines * LINE, LINE, 16);
        int kept = 0;
        for (long line = 0; line < lines; line++) {
            large.allocate(line);
        }
        for (long line = 0; line < lines; line++) {
            kept += large.find(line) >= 0 ? 1 : 0;
        }

        assertThat(kept).isGreaterThan(lines * 3 / 4).isLessThanOrEqualTo(lines);
    }

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    /** Dirty sectors by line, the line used longest ago first. */
    private static final class Model extends LinkedHashMap<Long, Integer> {
        private static final long serialVersionUID = 1;

        Model() {
            super(16, 0.75f, true);
        }

        int evictOldest() {
            long oldest = keySet().iterator().next();
            Integer dirty = remove(oldest);
            return dirty == null ? 0 : dirty;
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aSetKeepsTheLinesUsedLast(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int ways = random.nextInt(1, SectorCache.MOST_WAYS + 1);
        SectorCache set = new SectorCache((long) ways * LINE, LINE, ways);
        Model model = new Model();
        for (int step = 0; step < 1_000; step++) {
            long line = random.nextInt(2 * ways);
            int entry = set.find(line);
            Integer dirty = model.get(line);
            assertThat(entry >= 0).isEqualTo(dirty != null);
            if (dirty == null) {
                int evicted = model.size() == ways ? model.evictOldest() : 0;
                long replaced = set.replace(line);
                entry = (int) replaced;
                assertThat(evicted(replaced)).isEqualTo(evicted);
                dirty = 0;
            }
            if (random.nextBoolean()) {
                int mask = random.nextInt(16);
                set.write(entry, mask);
                dirty |= mask;
            }
            model.put(line, dirty);
            if (random.nextInt(100) == 0) {
                set.invalidate();
                model.clear();
            }
        }
    }

    /** The dirty sectors that a line replaces. */
    private static int evicted(long replaced) {
        return (int) (replaced >>> Integer.SIZE);
    }
}
