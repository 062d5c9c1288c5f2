package io.cdpsim.memory.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import org.junit.jupiter.api.Test;

/** Barriers of a part of a block, and barriers at which some only arrive. */
class PartialBarrierTest {
    private static final long ADDRESS = 1L << 40;
    private static final int BARRIER = 1;
    private static final int IN_WARP_0 = 3;
    private static final int IN_WARP_1 = 40;
    private static final int IN_WARP_2 = 70;

    private final VisibilityChecker checker = new VisibilityChecker(address -> 0, false, false);
    private final NumberedCode code = checker.code("k", 10, i -> "instruction " + i);
    private final BlockCausality block = checker.startBlock(
            checker.launchIntoStream(1, code, 0, checker.host(), 0, checker.hostStream(), false), 0, 3);

    private void write(int thread) {
        checker.write(block, thread, ADDRESS, 4, Access.weak(code.site(0), false), MemoryOrder.WEAK, 1);
    }

    private boolean readRaces(int thread) {
        return checker.read(block, thread, ADDRESS, 4, Access.weak(code.site(1), false), MemoryOrder.WEAK);
    }

    private void meet(long waitingWarps, int... warps) {
        for (int warp : warps) {
            checker.arrive(block, BARRIER, warp);
        }
        checker.open(block, BARRIER, waitingWarps);
    }

    @Test
    void whoWaitedKnowsWhatThoseDidWhoCame() {
        write(IN_WARP_0);
        meet(0b11, 0, 1);
        assertThat(readRaces(IN_WARP_1)).isFalse();
    }

    @Test
    void whoDidNotComeKnowsNothing() {
        write(IN_WARP_0);
        meet(0b11, 0, 1);
        assertThat(readRaces(IN_WARP_2)).isTrue();
    }

    @Test
    void whoOnlyArrivedLearnsNothing() {
        write(IN_WARP_1);
        meet(0b10, 0, 1);
        assertThat(readRaces(IN_WARP_0)).isTrue();
    }

    @Test
    void whatComesBehindAnArrivalIsNotKnown() {
        checker.arrive(block, BARRIER, 0);
        write(IN_WARP_0);
        checker.arrive(block, BARRIER, 1);
        checker.open(block, BARRIER, 0b10);
        assertThat(readRaces(IN_WARP_1)).isTrue();
    }

    @Test
    void aBarrierOfAllWarpsTellsAll() {
        write(IN_WARP_0);
        checker.open(block, 0, 0b111);
        assertThat(readRaces(IN_WARP_1)).isFalse();
        assertThat(readRaces(IN_WARP_2)).isFalse();
    }

    @Test
    void lanesThatMetKnowOneAnotherAndTheOthersDoNot() {
        write(IN_WARP_0);
        checker.syncWarp(block, 0, 1 << IN_WARP_0 | 1 << 5);
        assertThat(readRaces(5)).isFalse();
        assertThat(readRaces(6)).isTrue();
    }
}
