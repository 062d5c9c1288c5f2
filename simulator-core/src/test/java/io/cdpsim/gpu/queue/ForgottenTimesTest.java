package io.cdpsim.gpu.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a calendar no longer knows, because it lies too far away or because it was told to forget. */
class ForgottenTimesTest {
    private static final long ONE = ServiceQueue.fractions(1);

    /** Times are kept to a slot of this many cycles. */
    private static final int SLOT = 64;

    private static final long REMEMBERED = 1 << 20;

    private final ReservationTable calendar = new ReservationTable();

    /** Takes all of some slots that follow each other. */
    private void fill(long firstSlot, int slots) {
        for (int i = 0; i < slots; i++) {
            calendar.serve((firstSlot + i) * SLOT, SLOT * ONE);
        }
    }

    /** Makes the calendar look through full slots, and know of it from then on. @return where it found room */
    private long roomBehind(long slot) {
        // A request elsewhere, so that not only the last look is remembered.
        calendar.serve((slot + 500) * SLOT, 0);
        return calendar.serve(slot * SLOT, 0);
    }

    @Test
    void aRequestBeyondTheRememberedTimeStartsAtItsEnd() {
        for (int i = 0; i < 1_200; i++) {
            assertThat(calendar.serve(0, 1_000 * ONE)).isEqualTo(Math.min(1_000L * i, REMEMBERED));
        }
    }

    /** What is remembered at first are 65,536 cycles, of which the last slot may be kept for who comes then. */
    @ParameterizedTest
    @ValueSource(longs = {0, 600 * SLOT})
    void aServiceLongerThanIsRememberedTakesAllThatIsRemembered(long start) {
        calendar.serve(start, 100_000 * ONE);
        assertThat(calendar.serve(start, ONE)).isBetween(start + 65_536 - SLOT, start + 65_536);
    }

    @Test
    void nothingIsForgottenWhenRequestsComeFurtherApartThanWasRememberedSoFar() {
        calendar.serve(0, SLOT * ONE);
        for (long time = REMEMBERED / 64; time < REMEMBERED; time *= 2) {
            calendar.serve(time, SLOT * ONE);
            assertThat(calendar.serve(0, 0)).isEqualTo(SLOT);
            assertThat(calendar.serve(time, 0)).isEqualTo(time + SLOT);
        }
    }

    @Test
    void clearingForgetsTimesHoweverFarApartTheyLie() {
        long[] times = {0, 5 * SLOT, 3 * REMEMBERED, 40 * REMEMBERED};
        for (long time : times) {
            calendar.serve(time, SLOT * ONE);
            assertThat(calendar.serve(time, SLOT * ONE)).isEqualTo(time + SLOT);
        }
        calendar.clear();
        for (long time : times) {
            assertThat(calendar.serve(time, ONE)).isEqualTo(time);
        }
    }

    /** Many enough that a number of 16 bits in which they are counted starts anew. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 65_534, 65_535, 65_536, 65_537})
    void whatWasKnownOfFullSlotsIsNotKnownAgainAfterManyClearings(int clearings) {
        fill(0, 100);
        assertThat(roomBehind(0)).isEqualTo(100 * SLOT);
        for (int i = 0; i < clearings; i++) {
            calendar.clear();
        }
        fill(0, 1);
        assertThat(roomBehind(0)).isEqualTo(SLOT);
    }

    /** Another time takes the place of one that is as much later as is remembered. */
    @Test
    void aTimeWhoseReservationWasEvictedIsFreeAgain() {
        long later = 2 * REMEMBERED / SLOT;
        fill(later - 5, 10);
        // From here on as much is remembered as ever will be.
        calendar.serve(REMEMBERED / 2, 0);
        assertThat(roomBehind(later - 5)).isEqualTo((later + 5) * SLOT);
        assertThat(calendar.serve(REMEMBERED, ONE)).isEqualTo(REMEMBERED);
        assertThat(roomBehind(later - 5)).isEqualTo(later * SLOT);
    }

    @Test
    void aTimeThatTakesThePlaceOfAFullOneIsNotFull() {
        fill(10, 100);
        assertThat(roomBehind(10)).isEqualTo(110 * SLOT);
        long later = 10 + REMEMBERED / SLOT;
        calendar.serve(later * SLOT, SLOT * ONE);
        assertThat(roomBehind(later)).isEqualTo((later + 1) * SLOT);
    }
}
