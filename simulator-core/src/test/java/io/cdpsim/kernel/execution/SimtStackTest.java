package io.cdpsim.kernel.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.warp.Lanes;
import org.junit.jupiter.api.Test;

/** Moves of the SIMT stack one by one. Instruction numbers are made up. */
class SimtStackTest {
    private static final int LOW = 0x0000FFFF;
    private static final int HIGH = 0xFFFF0000;
    private static final int END = 100;

    private final SimtStack stack = new SimtStack();

    SimtStackTest() {
        stack.start(Lanes.ALL);
    }

    private void assertAt(int programCounter, int lanes) {
        assertThat(stack.programCounter()).isEqualTo(programCounter);
        assertThat(stack.activeLanes()).isEqualTo(lanes);
    }

    @Test
    void aWarpStartsAtItsFirstInstructionWithItsLanes() {
        stack.start(0xFF);

        assertAt(0, 0xFF);
        assertThat(stack.registerWindow()).isZero();
        assertThat(stack.predicateWindow()).isZero();
    }

    @Test
    void aBranchThatAllOrNoLanesTakeKeepsThemTogether() {
        stack.branch(Lanes.ALL, 7, 9);
        assertAt(7, Lanes.ALL);
        stack.branch(0, 20, 30);
        assertAt(8, Lanes.ALL);
    }

    @Test
    void bothSidesOfABranchRunAndThenMeet() {
        stack.branch(LOW, 5, 8);
        assertAt(5, LOW);
        stack.jump(8);
        assertAt(1, HIGH);
        stack.jump(8);
        assertAt(8, Lanes.ALL);
    }

    @Test
    void lanesThatSkipToTheMeetingPointWaitThere() {
        stack.branch(LOW, 3, 3);
        assertAt(1, HIGH);
        stack.advance();
        assertAt(2, HIGH);
        stack.advance();
        assertAt(3, Lanes.ALL);
    }

    @Test
    void aBranchThatGoesNowhereDoesNotPartLanes() {
        stack.branch(LOW, 1, 1);

        assertAt(1, Lanes.ALL);
    }

    @Test
    void branchesInBranchesMeetFromInsideOut() {
        stack.branch(LOW, 10, 20);
        stack.branch(0x00FF, 12, 15);
        assertAt(12, 0x00FF);
        stack.jump(15);
        assertAt(11, 0xFF00);
        stack.jump(15);
        assertAt(15, LOW);
        stack.jump(20);
        assertAt(1, HIGH);
        stack.jump(20);
        assertAt(20, Lanes.ALL);
    }

    @Test
    void lanesLeaveALoopOneAfterTheOtherAndMeetBehindIt() {
        int inside = Lanes.ALL;
        while (inside != 0) {
            assertAt(0, inside);
            int leaving = Integer.lowestOneBit(inside);
            // The branch at 0 leaves to 5; the body ends with a jump at 1.
            stack.branch(leaving, 5, 5);
            inside &= ~leaving;
            if (inside != 0) {
                assertAt(1, inside);
                stack.jump(0);
            }
        }
        assertAt(5, Lanes.ALL);
    }

    @Test
    void lanesThatEndAreNotWaitedFor() {
        stack.branch(LOW, 5, 8);
        stack.exitLanes(LOW);
        assertAt(1, HIGH);
        stack.exitLanes(0xFF000000);
        assertAt(2, 0x00FF0000);
        stack.jump(8);
        assertAt(8, 0x00FF0000);
        stack.exitLanes(0x00FF0000);
        assertThat(stack.activeLanes()).isZero();
    }

    @Test
    void aGuardedExitThatNoLaneTakesContinues() {
        stack.exitLanes(0);

        assertAt(1, Lanes.ALL);
    }

    @Test
    void sidesThatMeetOnlyAtTheEndRunOneAfterTheOther() {
        stack.branch(LOW, 5, END);
        stack.exitLanes(LOW);
        assertAt(1, HIGH);
        stack.exitLanes(HIGH);
        assertThat(stack.activeLanes()).isZero();
    }

    @Test
    void aCallComesBackBehindItWithItsOwnWindows() {
        stack.jump(4);
        stack.call(50, 16, 4);
        assertAt(50, Lanes.ALL);
        assertThat(stack.registerWindow()).isEqualTo(16);
        assertThat(stack.predicateWindow()).isEqualTo(4);
        stack.call(60, 10, 1);
        assertThat(stack.registerWindow()).isEqualTo(26);
        assertThat(stack.predicateWindow()).isEqualTo(5);
        stack.returnLanes(Lanes.ALL);
        assertAt(51, Lanes.ALL);
        stack.returnLanes(Lanes.ALL);
        assertAt(5, Lanes.ALL);
        assertThat(stack.registerWindow()).isZero();
        assertThat(stack.predicateWindow()).isZero();
    }

    @Test
    void lanesThatReturnEarlyWaitForTheOthersBehindTheCall() {
        stack.call(50, 0, 0);
        stack.branch(LOW, 55, 58);
        stack.returnLanes(0xFF);
        assertAt(56, 0xFF00);
        stack.returnLanes(0xFF00);
        assertAt(51, HIGH);
        stack.jump(58);
        assertAt(58, HIGH);
        stack.returnLanes(HIGH);
        assertAt(1, Lanes.ALL);
    }

    @Test
    void aReturnInsideDoesNotTouchTheFramesOutside() {
        stack.branch(LOW, 10, 20);
        stack.call(50, 0, 0);
        stack.returnLanes(LOW);
        assertAt(11, LOW);
        stack.jump(20);
        assertAt(1, HIGH);
    }

    @Test
    void aCallJustBeforeTheMeetingPointComesBackToIt() {
        stack.branch(LOW, 19, 20);
        stack.call(50, 0, 0);
        stack.returnLanes(LOW);
        assertAt(1, HIGH);
        stack.jump(20);
        assertAt(20, Lanes.ALL);
    }

    @Test
    void lanesThatEndInACalleeDoNotComeBack() {
        stack.call(50, 0, 0);
        stack.exitLanes(LOW);
        assertAt(51, HIGH);
        stack.returnLanes(HIGH);
        assertAt(1, HIGH);
    }

    @Test
    void aWarpMayCallAsDeepAsItLikes() {
        for (int depth = 0; depth < 1_000; depth++) {
            stack.call(3, 2, 1);
        }
        assertThat(stack.registerWindow()).isEqualTo(2_000);
        for (int depth = 0; depth < 999; depth++) {
            stack.returnLanes(Lanes.ALL);
            assertAt(4, Lanes.ALL);
        }
        stack.returnLanes(Lanes.ALL);
        assertAt(1, Lanes.ALL);
    }

    @Test
    void theFingerprintDistinguishesPlaces() {
        long start = stack.fingerprint();
        stack.jump(7);
        assertThat(stack.fingerprint()).isNotEqualTo(start);
        stack.jump(0);
        assertThat(stack.fingerprint()).isEqualTo(start);
    }

    @Test
    void lanesThatLeftALoopRunBeforeRepeatingLanesWhenReleased() {
        stack.branch(HIGH, 0, 1);
        assertAt(0, HIGH);

        assertThat(stack.yieldToOthers(at -> true)).isTrue();

        assertAt(1, LOW);
        assertThat(stack.isSplit()).isTrue();
        stack.jump(END);
        stack.exitLanes(LOW);
        assertAt(0, HIGH);
        assertThat(stack.liveLanes()).isEqualTo(HIGH);
        stack.branch(0, 0, 1);
        assertAt(1, HIGH);
        stack.exitLanes(HIGH);
        assertThat(stack.activeLanes()).isZero();
    }

    @Test
    void lanesThatRanAheadCanWaitForTheOthersFurtherOn() {
        stack.branch(HIGH, 0, 1);
        stack.yieldToOthers(at -> true);
        stack.jump(9);

        assertThat(stack.waitForOthers()).isTrue();

        assertAt(0, HIGH);
        stack.branch(0, 0, 1);
        assertAt(1, HIGH);
        stack.jump(9);
        assertThat(stack.waitForOthers()).isTrue();
        assertAt(9, Lanes.ALL);
        assertThat(stack.isSplit()).isFalse();
    }

    @Test
    void pathsTakeTurnsAndThoseThatRepeatOneLoopAreOne() {
        stack.branch(Lanes.ALL & ~1, 0, 1);
        stack.yieldToOthers(at -> true);
        assertAt(1, 1);
        stack.jump(0);
        stack.yieldToOthers(at -> true);
        assertAt(0, Lanes.ALL & ~1);
        stack.branch(Lanes.ALL & ~3, 0, 1);
        assertAt(0, Lanes.ALL & ~3);

        stack.yieldToOthers(at -> true);
        assertAt(0, 1);
        stack.yieldToOthers(at -> true);
        assertAt(1, 2);
        stack.exitLanes(2);

        assertThat(stack.liveLanes()).isEqualTo(Lanes.ALL & ~2);
        stack.exitLanes(stack.activeLanes());
        stack.exitLanes(stack.activeLanes());
        assertThat(stack.liveLanes()).isZero();
    }

    @Test
    void lanesThatRanAheadWithinABranchMeetTheOthersAtItsEnd() {
        stack.branch(LOW, 20, 40);
        stack.branch(0xFF, 20, 21);
        assertAt(20, 0xFF);

        assertThat(stack.yieldToOthers(at -> true)).isTrue();

        assertAt(21, 0xFF00);
        stack.jump(40);
        assertAt(20, 0xFF);
        stack.branch(0, 20, 21);
        stack.jump(40);
        assertAt(1, HIGH);
        stack.jump(40);
        assertAt(40, Lanes.ALL);
    }

    @Test
    void nobodyRunsFirstWhereAllLanesRepeatALoopOrTheOthersCanDoNothing() {
        assertThat(stack.yieldToOthers(at -> true)).isFalse();
        stack.branch(LOW, 5, 8);
        assertThat(stack.yieldToOthers(at -> false)).isFalse();
        assertAt(5, LOW);
    }

    @Test
    void aFunctionThatSomeLanesAreInLetsTheLanesOutsideRun() {
        stack.branch(LOW, 5, 8);
        stack.call(50, 4, 1);

        assertThat(stack.yieldToOthers(at -> true)).isTrue();

        assertAt(1, HIGH);
        assertThat(stack.registerWindow()).isZero();
        stack.exitLanes(HIGH);
        assertAt(50, LOW);
        assertThat(stack.registerWindow()).isEqualTo(4);
    }

    @Test
    void lanesThatLeftALoopGoAheadOfThoseInItOnceATurn() {
        stack.branch(HIGH, 0, 1);

        assertThat(stack.yieldOnce()).isTrue();
        assertAt(1, LOW);
        stack.jump(5);
        stack.branch(LOW, 5, 6);
        assertThat(stack.yieldOnce())
                .as("those behind it loop and yield in turn")
                .isTrue();
        assertAt(0, HIGH);
        assertThat(stack.yieldOnce()).as("the first have yielded in this turn").isFalse();
        assertAt(0, HIGH);

        stack.branch(HIGH, 0, 1);
        assertThat(stack.yieldOnce()).as("and yield again in the next one").isTrue();
        assertAt(5, LOW);
        assertThat(stack.yieldOnce()).isFalse();
        assertAt(5, LOW);
    }

    @Test
    void lanesInALoopGoOnWhenThoseThatLeftItHaveEnded() {
        stack.branch(HIGH, 0, 1);
        stack.yieldOnce();
        assertAt(1, LOW);
        stack.exitLanes(LOW);

        assertAt(0, HIGH);
        assertThat(stack.yieldOnce()).isFalse();
        assertAt(0, HIGH);
    }

    @Test
    void lanesThatComeToALoopInWhichOthersYieldGoOnWithThem() {
        stack.branch(HIGH, 0, 1);
        stack.yieldOnce();
        assertAt(1, LOW);
        stack.jump(0);
        stack.branch(0xFF, 0, 1);
        assertAt(0, 0xFF);

        assertThat(stack.yieldOnce()).isTrue();

        assertAt(0, HIGH | 0xFF);
        assertThat(stack.yieldOnce()).isFalse();
        assertAt(0, HIGH | 0xFF);
        assertThat(stack.liveLanes()).isEqualTo(Lanes.ALL);
    }

    @Test
    void nobodyYieldsWhereAllLiveLanesAre() {
        assertThat(stack.yieldOnce()).isFalse();
        stack.branch(LOW, 5, 8);
        stack.exitLanes(LOW);
        assertAt(1, HIGH);

        assertThat(stack.yieldOnce()).isFalse();

        assertAt(1, HIGH);
        assertThat(stack.isSplit()).isFalse();
    }
}
