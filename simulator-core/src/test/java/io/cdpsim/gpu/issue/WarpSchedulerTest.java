package io.cdpsim.gpu.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.AtomicElection;
import io.cdpsim.kernel.code.Convergence;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SourcePlace;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** An H200 has four schedulers an SM, each with 32 lanes of FP32, 16 of the special functions, and a shuffle pipe that all four share. */
class WarpSchedulerTest {
    private final GpuProfile profile = Profiles.load("h200");
    private final WarpScheduler[] schedulers = WarpScheduler.ofSm(profile, new PipeTiming(profile.pipes()));

    private static Instruction plain(Opcode opcode) {
        int none = Instruction.NO_OPERAND;
        return new Instruction(
                opcode,
                -1,
                false,
                -1,
                none,
                none,
                none,
                Modifiers.NONE,
                -1,
                0,
                new int[0],
                new int[0],
                0,
                0,
                AtomicElection.NONE,
                -1,
                false,
                false,
                Convergence.NONE,
                SourcePlace.UNKNOWN);
    }

    @Test
    void anSmHasAsManySchedulersAsItsProfileSays() {
        assertThat(schedulers).hasSize(4);
    }

    @Test
    void aSchedulerIssuesOneInstructionACycleWhateverThePipe() {
        assertThat(schedulers[0].issue(0, plain(Opcode.ADD_F32), 10)).isEqualTo(10);
        assertThat(schedulers[0].issue(1, plain(Opcode.BRANCH), 10)).isEqualTo(11);
    }

    @Test
    void schedulersDoNotWaitForEachOther() {
        assertThat(schedulers[0].issue(0, plain(Opcode.ADD_F32), 10)).isEqualTo(10);
        assertThat(schedulers[1].issue(1, plain(Opcode.ADD_F32), 10)).isEqualTo(10);
    }

    @Test
    void aPipeOfHalfAWarpsWidthTakesAnInstructionEverySecondCycle() {
        assertThat(schedulers[0].issue(0, plain(Opcode.RSQRT_F32), 10)).isEqualTo(10);
        assertThat(schedulers[0].issue(1, plain(Opcode.RSQRT_F32), 10))
                .isEqualTo(
                        10 + Math.round(32 / profile.pipes().specialFunction().lanesPerCycle()));
    }

    @Test
    void afterABranchThatLanesTakeNoneIsTakenForSomeCycles() {
        assertThat(schedulers[0].issue(0, plain(Opcode.BRANCH), 10)).isEqualTo(10);
        schedulers[0].branchTaken(10);
        assertThat(schedulers[0].issue(1, plain(Opcode.BRANCH), 11))
                .isEqualTo(10 + (long) profile.pipes().takenIntervalCycles());
        assertThat(schedulers[1].issue(2, plain(Opcode.BRANCH), 11))
                .as("another scheduler")
                .isEqualTo(11);
    }

    @Test
    void aSchedulerTellsWhenAnInstructionCanIssue() {
        schedulers[0].issue(0, plain(Opcode.RSQRT_F32), 10);
        assertThat(schedulers[0].freeAt(10)).as("a slot").isEqualTo(11);
        assertThat(schedulers[0].freeFor(Opcode.ADD_F32.pipe(), 10)).isEqualTo(11);
        assertThat(schedulers[0].freeFor(Opcode.RSQRT_F32.pipe(), 10))
                .isEqualTo(schedulers[0].issue(1, plain(Opcode.RSQRT_F32), 10));
    }

    @Test
    void aShuffleWaitsForThatOfAnotherScheduler() {
        assertThat(schedulers[0].issue(0, plain(Opcode.SHUFFLE), 10)).isEqualTo(10);
        assertThat(schedulers[1].issue(1, plain(Opcode.SHUFFLE), 10))
                .isEqualTo(10 + Math.round(32 / profile.pipes().shuffle().lanesPerCycle()));
    }

    @Test
    void aWarpInsideACallTakesASlotEverySoManyCycles() {
        schedulers[0].callStarts();
        // Between two of its slots the others have all but one.
        double interval = profile.deviceApi().callIssueIntervalCycles();
        int instructions = 1000;
        long last = 0;
        for (int i = 0; i <= instructions; i++) {
            last = schedulers[0].issue(0, plain(Opcode.ADD_F32), 0);
        }
        double expected = instructions * interval / (interval - 1);
        assertThat((double) last).isCloseTo(expected, Percentage.withPercentage(1));
        schedulers[0].callEnds();
        long after = schedulers[0].issue(0, plain(Opcode.ADD_F32), last + 100);
        assertThat(schedulers[0].issue(0, plain(Opcode.ADD_F32), after)).isEqualTo(after + 1);
    }
}
