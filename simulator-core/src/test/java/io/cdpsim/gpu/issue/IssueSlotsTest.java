package io.cdpsim.gpu.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.queue.ServiceQueue;
import org.junit.jupiter.api.Test;

class IssueSlotsTest {
    @Test
    void aSchedulerIssuesFromOneWarpACycle() {
        IssueSlots slots = new IssueSlots(1);
        assertThat(slots.issue(1, 10, 0, 0)).isEqualTo(10);
        assertThat(slots.issue(2, 10, 0, 0)).isEqualTo(11);
        assertThat(slots.issue(1, 11, 0, 0)).isEqualTo(12);
    }

    @Test
    void aSecondDispatchUnitServesTheSameWarpAloneAndOnce() {
        IssueSlots slots = new IssueSlots(2);
        assertThat(slots.issue(1, 10, 0, 0)).isEqualTo(10);
        assertThat(slots.issue(1, 10, 0, 0)).isEqualTo(10);
        assertThat(slots.issue(1, 10, 0, 0)).isEqualTo(11);
        assertThat(slots.issue(2, 10, 0, 0)).isEqualTo(12);
    }

    @Test
    void aWarpThatHadToWaitForItsSlotIssuesAPairInIt() {
        IssueSlots slots = new IssueSlots(2);
        assertThat(slots.issue(1, 10, 0, 0)).isEqualTo(10);
        assertThat(slots.issue(2, 10, 0, 0)).isEqualTo(11);
        assertThat(slots.issue(3, 10, 0, 0)).isEqualTo(12);
        assertThat(slots.issue(2, 11, 0, 0)).isEqualTo(11);
        assertThat(slots.issue(3, 12, 0, 0)).isEqualTo(12);
        assertThat(slots.issue(3, 12, 0, 0)).isEqualTo(13);
    }

    @Test
    void aWarpWhoseFirstInstructionWaitsForItsPipeIssuesBothThen() {
        IssueSlots slots = new IssueSlots(2);
        assertThat(slots.issue(1, 10, 0, 0)).isEqualTo(10);
        slots.waitedUntil(1, 14);
        assertThat(slots.issue(1, 14, 0, 0)).isEqualTo(14);
        assertThat(slots.issue(2, 11, 0, 0)).isEqualTo(11);
    }

    @Test
    void singleInstructionsTakeTurnsWithABulkInstructionAndPushItBack() {
        IssueSlots slots = new IssueSlots(1);
        slots.takeFor(10, 100, 0, 0);
        assertThat(slots.bulkIssuedAt()).isEqualTo(110);
        assertThat(slots.issue(1, 20, 0, 0)).isEqualTo(20);
        assertThat(slots.issue(1, 21, 0, 0)).isEqualTo(22);
        assertThat(slots.bulkIssuedAt()).isEqualTo(112);
        assertThat(slots.issue(1, 112, 0, 0)).isEqualTo(112);
        assertThat(slots.issue(1, 113, 0, 0)).isEqualTo(113);
    }

    @Test
    void whatOthersTakeWithEachSlotMakesABulkInstructionLonger() {
        IssueSlots slots = new IssueSlots(1);
        slots.takeFor(10, 100, 0, ServiceQueue.fractions(0.25));
        assertThat(slots.bulkIssuedAt()).isEqualTo(135);
    }

    @Test
    void whatAnInstructionTakesBeyondItsSlotKeepsTheNextOneWaiting() {
        IssueSlots slots = new IssueSlots(1);
        long half = ServiceQueue.fractions(0.5);
        assertThat(slots.issue(1, 10, half, 0)).isEqualTo(10);
        assertThat(slots.issue(2, 10, half, 0)).isEqualTo(11);
        assertThat(slots.issue(3, 10, half, 0)).isEqualTo(13);
        assertThat(slots.issue(1, 10, 0, 0)).isEqualTo(14);
    }

    @Test
    void whatASecondInstructionOfAPairTakesBeyondTheSlotIsAddedToIt() {
        IssueSlots slots = new IssueSlots(2);
        long more = ServiceQueue.fractions(3);
        assertThat(slots.issue(1, 10, 0, 0)).isEqualTo(10);
        assertThat(slots.issue(1, 10, more, 0)).isEqualTo(10);
        assertThat(slots.issue(2, 10, 0, 0)).isEqualTo(14);
    }

    @Test
    void whatABulkInstructionTakesBeyondItsSlotsMakesItLonger() {
        IssueSlots slots = new IssueSlots(1);
        slots.takeFor(10, 100, 30, 0);
        assertThat(slots.bulkIssuedAt()).isEqualTo(140);
    }
}
