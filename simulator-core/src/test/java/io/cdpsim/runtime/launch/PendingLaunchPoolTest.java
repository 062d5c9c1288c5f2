package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PendingLaunchPoolTest {
    private final AtomicLong virtual = new AtomicLong();
    private final AtomicLong changes = new AtomicLong();

    private PendingLaunchPool pool(long slots) {
        return new PendingLaunchPool(slots, virtual::get, 100, (fixed, virtualUsed) -> changes.incrementAndGet());
    }

    private static void assertTaken(PendingLaunchPool pool, long fixed, long virtualPlaces) {
        assertThat(pool.fixedUsed()).isEqualTo(fixed);
        assertThat(pool.virtualUsed()).isEqualTo(virtualPlaces);
        assertThat(pool.used()).isEqualTo(fixed + virtualPlaces);
    }

    @Test
    void withoutAVirtualisedPartAFullPoolRefuses() {
        PendingLaunchPool pool = pool(2);
        assertThat(pool.allocate()).isEqualTo(PoolSlot.FIXED);
        assertThat(pool.allocate()).isEqualTo(PoolSlot.FIXED);
        assertThat(pool.allocate()).isEqualTo(PoolSlot.REFUSED);
        assertTaken(pool, 2, 0);
        assertThat(pool.virtualized()).isZero();
    }

    @Test
    void theVirtualisedPartTakesWhatTheFixedPartCannot() {
        virtual.set(1);
        PendingLaunchPool pool = pool(1);
        assertThat(pool.allocate()).isEqualTo(PoolSlot.FIXED);
        assertThat(pool.allocate()).isEqualTo(PoolSlot.VIRTUALIZED);
        assertThat(pool.allocate()).isEqualTo(PoolSlot.REFUSED);
        assertTaken(pool, 1, 1);
        assertThat(pool.virtualized()).isEqualTo(1);
    }

    @Test
    void aPlaceGivenBackIsTakenAgain() {
        virtual.set(1);
        PendingLaunchPool pool = pool(1);
        pool.allocate();
        pool.allocate();
        pool.release(PoolSlot.VIRTUALIZED);
        assertTaken(pool, 1, 0);
        assertThat(pool.allocate()).isEqualTo(PoolSlot.VIRTUALIZED);
        pool.release(PoolSlot.FIXED);
        assertTaken(pool, 0, 1);
        assertThat(pool.allocate()).isEqualTo(PoolSlot.FIXED);
        assertThat(pool.virtualized()).isEqualTo(2);
        assertThat(pool.highWater()).isEqualTo(2);
    }

    @Test
    void theMostAtOnceCountsBothParts() {
        virtual.set(5);
        PendingLaunchPool pool = pool(2);
        for (int i = 0; i < 3; i++) {
            pool.allocate();
        }
        pool.release(PoolSlot.FIXED);
        pool.release(PoolSlot.FIXED);
        pool.allocate();
        assertThat(pool.highWater()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(
            value = PoolSlot.class,
            names = {"NONE", "REFUSED"})
    void whatHasNoPlaceGivesNoneBack(PoolSlot place) {
        PendingLaunchPool pool = pool(2);
        pool.allocate();
        changes.set(0);
        pool.release(place);
        assertTaken(pool, 1, 0);
        assertThat(changes).hasValue(0);
    }

    @Test
    void whoWatchesIsToldOfEachPlaceTakenAndGivenBack() {
        virtual.set(1);
        PendingLaunchPool pool = pool(1);
        changes.set(0);
        pool.allocate();
        pool.allocate();
        assertThat(changes).hasValue(2);
        pool.allocate();
        assertThat(changes).as("nothing was taken").hasValue(2);
        pool.release(PoolSlot.VIRTUALIZED);
        pool.release(PoolSlot.FIXED);
        assertThat(changes).hasValue(4);
    }

    @Test
    void roomIsWhatIsFreeInBothParts() {
        virtual.set(10);
        PendingLaunchPool pool = pool(3);
        assertThat(pool.freeSlots()).isEqualTo(13);
        pool.allocate();
        assertThat(pool.freeSlots()).isEqualTo(12);
        for (int i = 0; i < 4; i++) {
            pool.allocate();
        }
        assertThat(pool.freeSlots()).isEqualTo(8);
        virtual.set(1);
        assertThat(pool.freeSlots())
                .as("the virtualised part holds more than it would take now")
                .isZero();
        pool.release(PoolSlot.FIXED);
        assertThat(pool.freeSlots()).isEqualTo(1);
        virtual.set(Long.MAX_VALUE);
        assertThat(pool.freeSlots()).isGreaterThan(Long.MAX_VALUE - 10);
    }

    @Test
    void aPoolMadeSmallerHasNoRoomUntilEnoughIsGivenBack() {
        PendingLaunchPool pool = pool(4);
        for (int i = 0; i < 4; i++) {
            pool.allocate();
        }
        pool.resize(2);
        assertThat(pool.fixedSlots()).isEqualTo(2);
        for (int given = 0; given < 2; given++) {
            assertThat(pool.freeSlots()).isZero();
            assertThat(pool.allocate()).isEqualTo(PoolSlot.REFUSED);
            pool.release(PoolSlot.FIXED);
        }
        pool.release(PoolSlot.FIXED);
        assertThat(pool.freeSlots()).isEqualTo(1);
        assertThat(pool.allocate()).isEqualTo(PoolSlot.FIXED);
    }

    /** The L2 holds 100 slots. */
    @ParameterizedTest
    @CsvSource({"1, 0", "100, 0", "125, 0.2", "200, 0.5", "400, 0.75"})
    void whatTheL2HoldsOfAPoolIsNotMissing(long slots, double missing) {
        assertThat(pool(slots).uncachedFraction()).isEqualTo(missing, within(1e-12));
    }

    @Test
    void slotsFreedTogetherAreTheLowestAgain() {
        PendingLaunchPool pool = pool(100);
        assertThat(pool.scanCandidates(1)).isEqualTo(1);
        assertThat(pool.scanCandidates(3)).isEqualTo(3);
        pool.foundTogether(7);
        assertThat(pool.scanCandidates(3)).isEqualTo(7);
        assertThat(pool.scanCandidates(9)).isEqualTo(9);
        pool.foundTogether(2);
        assertThat(pool.scanCandidates(3))
                .as("those that were found before still are")
                .isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource(PoolSlot.class)
    @SuppressWarnings("EnumOrdinal") // The place is kept as its ordinal.
    void aPlaceIsFoundByItsOrdinal(PoolSlot place) {
        assertThat(PoolSlot.of(place.ordinal())).isEqualTo(place);
    }
}
