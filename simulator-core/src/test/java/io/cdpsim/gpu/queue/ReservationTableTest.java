package io.cdpsim.gpu.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReservationTableTest {
    private static final long ONE = ServiceQueue.fractions(1);

    /** Times are kept to a slot of this many cycles. */
    private static final int SLOT = 64;

    @Test
    void anIdleResourceServesAtOnce() {
        ReservationTable calendar = new ReservationTable();
        assertThat(calendar.serve(1000, ONE)).isEqualTo(1000);
        assertThat(calendar.serve(5000, ONE)).isEqualTo(5000);
    }

    @Test
    void aRequestThatComesLateLeavesTheTimeBeforeItToOthers() {
        ReservationTable calendar = new ReservationTable();
        assertThat(calendar.serve(10_000, 50 * ONE)).isEqualTo(10_000);
        assertThat(calendar.serve(100, ONE)).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void requestsBeyondTheCapacityWaitAsLongAsTheWorkBeforeThemTakes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ReservationTable calendar = new ReservationTable();
        long work = 0;
        long last = 0;
        for (int i = 0; i < 2_000; i++) {
            long service = ONE + random.nextLong(3 * ONE);
            last = Math.max(last, calendar.serve(random.nextLong(1_000), service));
            work += service;
        }
        assertThat((double) last)
                .isBetween(
                        (double) ServiceQueue.wholeCycles(work) - 2 * SLOT, ServiceQueue.wholeCycles(work) + 1_000.0);
    }

    /** Slots in a map, each filled up before the next: nothing is forgotten, nothing is known ahead. */
    private static final class Slots {
        private static final long CAPACITY = SLOT * ONE;
        private final Map<Long, Long> used = new HashMap<>();

        long serve(long now, long service) {
            long slot = now / SLOT;
            while (used.getOrDefault(slot, 0L) >= CAPACITY) {
                slot++;
            }
            long start = Math.max(now, slot * SLOT + used.getOrDefault(slot, 0L) / ONE);
            for (long left = service; left > 0; slot++) {
                long part = Math.min(left, CAPACITY - used.getOrDefault(slot, 0L));
                used.merge(slot, part, Long::sum);
                left -= part;
            }
            return start;
        }
    }

    /** Requests out of order; with 130% of what it can do, a resource falls behind by more than it remembers at first. */
    @ParameterizedTest
    @CsvSource({"1, 50, 500", "2, 95, 2000", "3, 100, 10", "4, 130, 500", "5, 130, 20000", "6, 1000, 100"})
    void requestsStartInTheFirstSlotWithFreeService(long seed, int load, int disorder) {
        SplittableRandom random = new SplittableRandom(seed);
        ReservationTable calendar = new ReservationTable();
        Slots slots = new Slots();
        for (int i = 0; i < 3_000; i++) {
            long service = random.nextLong(1, 100 * ONE);
            long now = i * 5_000L / load + random.nextLong(disorder);
            assertThat(calendar.serve(now, service)).isEqualTo(slots.serve(now, service));
        }
    }

    @Test
    void aWordWhoseEntryIsEvictedDoesNotWait() {
        WordReservations words = new WordReservations(10);
        for (long word = 0; word < 4_096; word++) {
            assertThat(words.lastTurn(4 * word, 3, 640)).isEqualTo(640 + 20);
        }
        assertThat(words.lastTurn(4 * 4_095, 2, 640)).isEqualTo(640 + 30 + 10);
    }

    @Test
    void neighbouringWordsDoNotTakeEachOthersEntries() {
        WordReservations words = new WordReservations(10);
        for (long word = 0; word < 16; word++) {
            words.lastTurn((1L << 40) + 4 * word, 1, 640);
        }
        for (long word = 0; word < 16; word++) {
            assertThat(words.lastTurn((1L << 40) + 4 * word, 1, 640)).isEqualTo(640 + 10);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void oneThatHasForgottenAllIsLikeANewOne(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ReservationTable used = new ReservationTable();
        for (int turn = 0; turn < 20; turn++) {
            ReservationTable fresh = new ReservationTable();
            int apart = random.nextInt(1, 30_000);
            for (int request = 0; request < 100; request++) {
                long now = random.nextInt(apart);
                long service = ServiceQueue.fractions(random.nextInt(200));
                assertThat(used.serve(now, service)).isEqualTo(fresh.serve(now, service));
            }
            used.clear();
        }
    }
}
