package io.cdpsim.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IssueSlotsTest {
    @Test
    void aSchedulerIssuesFromOneWarpACycle() {
        IssueSlots slots = new IssueSlots(1);
        assertThat(slots.issue(1, 10, 0)).isEqualTo(10);
        assertThat(slots.issue(2, 10, 0)).isEqualTo(11);
        assertThat(slots.issue(1, 11, 0)).isEqualTo(12);
    }

    @Test
    void aSecondDispatchUnitServesTheSameWarpAloneAndOnce() {
        IssueSlots slots = new IssueSlots(2);
        assertThat(slots.issue(1, 10, 0)).isEqualTo(10);
        assertThat(slots.issue(1, 10, 0)).isEqualTo(10);
        assertThat(slots.issue(1, 10, 0)).isEqualTo(11);
        assertThat(slots.issue(2, 10, 0)).isEqualTo(12);
    }
}
