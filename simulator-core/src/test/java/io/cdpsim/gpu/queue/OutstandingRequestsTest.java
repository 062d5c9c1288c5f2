package io.cdpsim.gpu.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutstandingRequestsTest {
    @Test
    void aFullWindowAcceptsARequestWhenItsOldestLeaves() {
        OutstandingRequests window = new OutstandingRequests(2);
        assertThat(window.freeSlotAtCycle(5)).isEqualTo(5);
        window.enter(100);
        window.enter(200);
        assertThat(window.freeSlotAtCycle(6)).isEqualTo(100);
        assertThat(window.freeSlotAtCycle(150)).isEqualTo(150);
        window.enter(300);
        assertThat(window.freeSlotAtCycle(150)).isEqualTo(200);
    }

    @Test
    void aLargeWindowAcceptsRequestsUntilItIsFull() {
        OutstandingRequests window = new OutstandingRequests(50);
        for (int i = 0; i < 50; i++) {
            assertThat(window.freeSlotAtCycle(5)).isEqualTo(5);
            window.enter(100 + i);
        }
        assertThat(window.freeSlotAtCycle(5)).isEqualTo(100);
        window.enter(200, 49);
        assertThat(window.freeSlotAtCycle(5)).isEqualTo(149);
    }

    @Test
    void theSlotsOfALargeWindowAreKnownUnlessARequestInThemIsUnanswered() {
        OutstandingRequests window = new OutstandingRequests(50);
        int unanswered = window.enterUnanswered();
        assertThat(window.knowsSlots(49)).isTrue();
        assertThat(window.knowsSlots(50)).isFalse();
        window.answered(unanswered, 100);
        assertThat(window.knowsSlots(50)).isTrue();
        assertThat(window.knowsSlots(51)).isFalse();
        window.enter(30, 49);
        assertThat(window.freeSlotAtCycle(5)).isEqualTo(100);
    }
}
