package io.cdpsim.junit;

import static io.cdpsim.junit.SimulatedRunAssert.assertThat;
import static io.cdpsim.junit.Times.atLeast;
import static io.cdpsim.junit.Times.atMost;
import static io.cdpsim.junit.Times.once;
import static io.cdpsim.junit.Times.times;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.version.CudaError;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Each assertion holds where it should, and says what was there where it does not. */
@CdpSim
class SimulatedRunAssertTest {
    private static void assertFails(ThrowingCallable assertion, String... words) {
        assertThatThrownBy(assertion).isInstanceOf(AssertionError.class).hasMessageContainingAll(words);
    }

    @Test
    void itCountsTheGridsOfAKernel(Machine machine, SimulatedRun run) {
        Programs.childrenAndTail(machine, 8);

        assertThat(run)
                .ran(Programs.empty("child"), times(8))
                .ran("child", atLeast(8))
                .ran("child", atMost(8));
        assertThat(run).didNotRun("nephew").isNestedAtMost(1);
        assertFails(
                () -> assertThat(run).ran("child", times(7)),
                "expected kernel child to run 7 times, but it ran 8 times",
                "{child=8, parent=1, tail=1}");
        assertFails(() -> assertThat(run).didNotRun("tail"), "to run 0 times, but it ran once");
        assertFails(() -> assertThat(run).isNestedAtMost(0), "nested at most 0 deep, but the deepest is at 1");
    }

    @Test
    void itKnowsWhatIsCompleteBeforeWhat(Machine machine, SimulatedRun run) {
        Programs.childrenAndTail(machine, 8);

        assertThat(run).completesBefore("child", "tail").startsBeforeCompletionOf("child", "parent");
        assertFails(
                () -> assertThat(run).completesBefore("tail", "child"),
                "expected all grids of tail to be complete before child starts, but the last is complete at cycle");
        assertFails(
                () -> assertThat(run).startsBeforeCompletionOf("tail", "child"),
                "expected tail to start before child is complete, but it starts at cycle");
        assertFails(() -> assertThat(run).completesBefore("nephew", "tail"), "kernel nephew to run at least 1 times");
    }

    @Test
    void itNamesTheRaceAndItsFix(Machine machine, SimulatedRun run) {
        Programs.storeBehindALaunch(machine);

        assertThat(run).hasRace("MEM-3");
        assertFails(
                () -> assertThat(run).hasNoRaces(),
                "MEM-3: a parent's store after a launch races with the child",
                "store before the launch");
        assertFails(
                () -> assertThat(run).hasRace("MEM-12"),
                "expected a race by rule MEM-12, but there are only:",
                "MEM-3");
    }

    @Test
    @CdpSim(check = false)
    void anUncheckedPropertyIsNotReportedAsSound(Machine machine, SimulatedRun run) {
        Programs.storeBehindALaunch(machine);

        assertFails(() -> assertThat(run).hasNoRaces(), "accesses were not checked for races");
    }

    /** A pool takes places in thirty-twos. */
    @Test
    @CdpSim(pool = 4)
    void itKnowsLaunchesThatFailed(Machine machine, SimulatedRun run) {
        Programs.childrenAndTail(machine, 128);

        assertThat(run)
                .hasFailedLaunches(CudaError.LAUNCH_PENDING_COUNT_EXCEEDED, atLeast(20))
                .hasFailedLaunches(CudaError.INVALID_VALUE, times(0));
        assertFails(() -> assertThat(run).hasNoFailedLaunches(), "expected no failed launches", "{69=");
        assertFails(
                () -> assertThat(run).hasFailedLaunches(CudaError.INVALID_VALUE, once()),
                "cudaErrorInvalidValue once, but that happened 0 times");
    }

    @Test
    void itKnowsTheTimeAndTheWarnings(Machine machine, SimulatedRun run) {
        Programs.childrenAndTail(machine, 1);

        assertThat(run).takesBetweenMicros(1, 1_000).hasNoWarnings();
        assertFails(() -> assertThat(run).takesBetweenMicros(0, 0.5), "expected a simulated time of 0.0 to 0.5 us");
        assertFails(() -> assertThat(run).warnsOf("M-1"), "expected a warning by M-1, but there is none");
    }
}
