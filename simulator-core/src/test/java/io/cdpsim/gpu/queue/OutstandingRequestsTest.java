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
}
