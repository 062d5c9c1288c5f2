package io.cdpsim.junit;

import static io.cdpsim.junit.SimulatedRunAssert.assertThat;
import static io.cdpsim.junit.Times.once;
import static io.cdpsim.junit.Times.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.LaunchPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Machines come to tests as their annotations say. */
@CdpSim(
        profile = "h200",
        policies = {LaunchPolicy.LAZY, LaunchPolicy.ADVERSARIAL},
        seeds = {3, 5})
class CdpSimTestTest {
    private static final List<String> RUNS = new ArrayList<>();

    @AfterAll
    static void aTestRanForEachPolicyAndSeed() {
        assertThat(RUNS).containsExactly("LAZY 3", "LAZY 5", "ADVERSARIAL 3", "ADVERSARIAL 5");
    }

    @CdpSimTest
    void runsForEachPolicyAndSeed(Machine machine, SimulatedRun run) {
        RUNS.add(machine.settings().policy() + " " + machine.settings().seed());
        Programs.childrenAndTail(machine, 64);

        assertThat(run).ran("parent", once()).ran("child", times(64)).ran("tail", once());
        assertThat(run).hasNoRaces().hasNoFailedLaunches().hasNoWarnings().completesBefore("child", "tail");
    }

    @Test
    void aTestTakesTheFirstOfBoth(Machine machine) {
        assertThat(machine.settings().policy()).isEqualTo(LaunchPolicy.LAZY);
        assertThat(machine.settings().seed()).isEqualTo(3);
        assertThat(machine.settings().check()).isTrue();
    }

    @Test
    void machineAndRunOfATestBelongTogether(SimulatedRun run, Machine machine) {
        assertThat(run.machine()).isSameAs(machine);
    }

    @Test
    @CdpSim(profile = "k40c", cuda = "6.0", set = "sm.count=3", pool = 100, devices = 2, check = false)
    void aMethodGoesByItsOwnAnnotation(Machine machine) {
        assertThat(machine.settings().profile().name()).isEqualTo("k40c");
        assertThat(machine.settings().profile().sm().count()).isEqualTo(3);
        assertThat(machine.settings().cuda()).hasToString("6.0");
        assertThat(machine.settings().check()).isFalse();
        assertThat(machine.devices()).hasSize(2);
        assertThat(machine.host().pendingLaunchLimit()).isEqualTo(100);
    }

    @Nested
    class InAClassInside {
        @Test
        void theEnclosingClassIsUsed(Machine machine) {
            assertThat(machine.settings().policy()).isEqualTo(LaunchPolicy.LAZY);
        }
    }
}
