package io.cdpsim.gpu.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.queue.ServiceQueue;
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

    @Test
    void aWarpThatHadToWaitForItsSlotIssuesAPairInIt() {
        IssueSlots slots = new IssueSlots(2);
        assertThat(slots.issue(1, 10, 0)).isEqualTo(10);
        assertThat(slots.issue(2, 10, 0)).isEqualTo(11);
        assertThat(slots.issue(3, 10, 0)).isEqualTo(12);
        assertThat(slots.issue(2, 11, 0)).isEqualTo(11);
        assertThat(slots.issue(3, 12, 0)).isEqualTo(12);
        assertThat(slots.issue(3, 12, 0)).isEqualTo(13);
    }

    @Test
    void aWarpWhoseFirstInstructionWaitsForItsPipeIssuesBothThen() {
        IssueSlots slots = new IssueSlots(2);
        assertThat(slots.issue(1, 10, 0)).isEqualTo(10);
        slots.waitedUntil(1, 14);
        assertThat(slots.issue(1, 14, 0)).isEqualTo(14);
        assertThat(slots.issue(2, 11, 0)).isEqualTo(11);
    }

    @Test
    void singleInstructionsTakeTurnsWithABulkInstructionAndPushItBack() {
        IssueSlots slots = new IssueSlots(1);
        slots.takeFor(10, 100, 0);
        assertThat(slots.bulkIssuedAt()).isEqualTo(110);
        assertThat(slots.issue(1, 20, 0)).isEqualTo(20);
        assertThat(slots.issue(1, 21, 0)).isEqualTo(22);
        assertThat(slots.bulkIssuedAt()).isEqualTo(112);
        assertThat(slots.issue(1, 112, 0)).isEqualTo(112);
        assertThat(slots.issue(1, 113, 0)).isEqualTo(113);
    }

    @Test
    void whatOthersTakeWithEachSlotMakesABulkInstructionLonger() {
        IssueSlots slots = new IssueSlots(1);
        slots.takeFor(10, 100, ServiceQueue.fractions(0.25));
        assertThat(slots.bulkIssuedAt()).isEqualTo(135);
    }

    @Test
    void threeDispatchUnitsIssueThreeInstructionsOfAWarp() {
        IssueSlots slots = new IssueSlots(3);
        for (int i = 0; i < 3; i++) {
            assertThat(slots.issue(1, 10, 0)).isEqualTo(10);
        }
        assertThat(slots.issue(1, 10, 0)).isEqualTo(11);
    }

    @Test
    void aSchedulerPairsWhereItHasMoreThanOneDispatchUnit() {
        assertThat(new IssueSlots(1).pairs()).isFalse();
        assertThat(new IssueSlots(2).pairs()).isTrue();
    }

    @Test
    void withTwoDispatchUnitsABulkInstructionTakesHalfTheSlots() {
        IssueSlots slots = new IssueSlots(2);
        slots.takeFor(10, 100, 0);
        assertThat(slots.bulkIssuedAt()).isEqualTo(60);
    }

    @Test
    void whatOthersTakeKeepsTheNextWarpOfAPairingSchedulerBack() {
        IssueSlots slots = new IssueSlots(2);
        assertThat(slots.issue(1, 10, ServiceQueue.fractions(3))).isEqualTo(10);
        assertThat(slots.issue(2, 10, 0)).isEqualTo(14);
    }
}
