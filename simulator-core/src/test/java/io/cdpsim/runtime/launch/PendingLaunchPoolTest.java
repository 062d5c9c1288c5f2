package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.runtime.launch.PendingLaunchPool.PoolPlace;
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
        assertThat(pool.take()).isEqualTo(PoolPlace.FIXED);
        assertThat(pool.take()).isEqualTo(PoolPlace.FIXED);
        assertThat(pool.take()).isEqualTo(PoolPlace.REFUSED);
        assertTaken(pool, 2, 0);
        assertThat(pool.virtualized()).isZero();
    }

    @Test
    void theVirtualisedPartTakesWhatTheFixedPartCannot() {
        virtual.set(1);
        PendingLaunchPool pool = pool(1);
        assertThat(pool.take()).isEqualTo(PoolPlace.FIXED);
        assertThat(pool.take()).isEqualTo(PoolPlace.VIRTUALIZED);
        assertThat(pool.take()).isEqualTo(PoolPlace.REFUSED);
        assertTaken(pool, 1, 1);
        assertThat(pool.virtualized()).isEqualTo(1);
    }

    @Test
    void aPlaceGivenBackIsTakenAgain() {
        virtual.set(1);
        PendingLaunchPool pool = pool(1);
        pool.take();
        pool.take();
        pool.giveBack(PoolPlace.VIRTUALIZED);
        assertTaken(pool, 1, 0);
        assertThat(pool.take()).isEqualTo(PoolPlace.VIRTUALIZED);
        pool.giveBack(PoolPlace.FIXED);
        assertTaken(pool, 0, 1);
        assertThat(pool.take()).isEqualTo(PoolPlace.FIXED);
        assertThat(pool.virtualized()).isEqualTo(2);
        assertThat(pool.highWater()).isEqualTo(2);
    }

    @Test
    void theMostAtOnceCountsBothParts() {
        virtual.set(5);
        PendingLaunchPool pool = pool(2);
        for (int i = 0; i < 3; i++) {
            pool.take();
        }
        pool.giveBack(PoolPlace.FIXED);
        pool.giveBack(PoolPlace.FIXED);
        pool.take();
        assertThat(pool.highWater()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(
            value = PoolPlace.class,
            names = {"NONE", "REFUSED"})
    void whatHasNoPlaceGivesNoneBack(PoolPlace place) {
        PendingLaunchPool pool = pool(2);
        pool.take();
        changes.set(0);
        pool.giveBack(place);
        assertTaken(pool, 1, 0);
        assertThat(changes).hasValue(0);
    }

    @Test
    void whoWatchesIsToldOfEachPlaceTakenAndGivenBack() {
        virtual.set(1);
        PendingLaunchPool pool = pool(1);
        changes.set(0);
        pool.take();
        pool.take();
        assertThat(changes).hasValue(2);
        pool.take();
        assertThat(changes).as("nothing was taken").hasValue(2);
        pool.giveBack(PoolPlace.VIRTUALIZED);
        pool.giveBack(PoolPlace.FIXED);
        assertThat(changes).hasValue(4);
    }

    @Test
    void roomIsWhatIsFreeInBothParts() {
        virtual.set(10);
        PendingLaunchPool pool = pool(3);
        assertThat(pool.room()).isEqualTo(13);
        pool.take();
        assertThat(pool.room()).isEqualTo(12);
        for (int i = 0; i < 4; i++) {
            pool.take();
        }
        assertThat(pool.room()).isEqualTo(8);
        virtual.set(1);
        assertThat(pool.room())
                .as("the virtualised part holds more than it would take now")
                .isZero();
        pool.giveBack(PoolPlace.FIXED);
        assertThat(pool.room()).isEqualTo(1);
        virtual.set(Long.MAX_VALUE);
        assertThat(pool.room()).isGreaterThan(Long.MAX_VALUE - 10);
    }

    @Test
    void aPoolMadeSmallerHasNoRoomUntilEnoughIsGivenBack() {
        PendingLaunchPool pool = pool(4);
        for (int i = 0; i < 4; i++) {
            pool.take();
        }
        pool.resize(2);
        assertThat(pool.fixedSlots()).isEqualTo(2);
        for (int given = 0; given < 2; given++) {
            assertThat(pool.room()).isZero();
            assertThat(pool.take()).isEqualTo(PoolPlace.REFUSED);
            pool.giveBack(PoolPlace.FIXED);
        }
        pool.giveBack(PoolPlace.FIXED);
        assertThat(pool.room()).isEqualTo(1);
        assertThat(pool.take()).isEqualTo(PoolPlace.FIXED);
    }

    /** The L2 holds 100 slots. */
    @ParameterizedTest
    @CsvSource({"1, 0", "100, 0", "125, 0.2", "200, 0.5", "400, 0.75"})
    void whatTheL2HoldsOfAPoolIsNotMissing(long slots, double missing) {
        assertThat(pool(slots).missing()).isEqualTo(missing, within(1e-12));
    }

    @Test
    void slotsFreedTogetherAreTheLowestAgain() {
        PendingLaunchPool pool = pool(100);
        assertThat(pool.among(1)).isEqualTo(1);
        assertThat(pool.among(3)).isEqualTo(3);
        pool.found(7);
        assertThat(pool.among(3)).isEqualTo(7);
        assertThat(pool.among(9)).isEqualTo(9);
        pool.found(2);
        assertThat(pool.among(3)).as("those that were found before still are").isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource(PoolPlace.class)
    @SuppressWarnings("EnumOrdinal") // The place is kept as its ordinal.
    void aPlaceIsFoundByItsOrdinal(PoolPlace place) {
        assertThat(PoolPlace.of(place.ordinal())).isEqualTo(place);
    }
}
