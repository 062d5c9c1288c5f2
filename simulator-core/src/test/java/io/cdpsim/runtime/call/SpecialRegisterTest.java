package io.cdpsim.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.runtime.version.CudaError;
import org.junit.jupiter.api.Test;

/** Special registers against their definitions in the PTX ISA. */
class SpecialRegisterTest {
    /** 2.4 s. */
    private static final int NANOS_AS_A_REGISTER_HOLDS_THEM = 0x8F0D_1800;

    private final CodeLab lab = new CodeLab();

    @Test
    void theMasksOfLanesAreThoseBelowAndAboveTheOwn() {
        SpecialRegister[] masks = {
            SpecialRegister.LANE_MASK_EQUAL,
            SpecialRegister.LANE_MASK_LESS,
            SpecialRegister.LANE_MASK_LESS_OR_EQUAL,
            SpecialRegister.LANE_MASK_GREATER,
            SpecialRegister.LANE_MASK_GREATER_OR_EQUAL
        };
        for (int i = 0; i < masks.length; i++) {
            lab.give(i, lab.special(masks[i]));
        }
        assertThat(lab.run(64)).isEqualTo(CudaError.SUCCESS);

        for (int thread = 0; thread < 64; thread++) {
            int[] expected = new int[5];
            for (int other = 0; other < 32; other++) {
                int own = thread % 32;
                int bit = 1 << other;
                expected[0] |= other == own ? bit : 0;
                expected[1] |= other < own ? bit : 0;
                expected[2] |= other <= own ? bit : 0;
                expected[3] |= other > own ? bit : 0;
                expected[4] |= other >= own ? bit : 0;
            }
            for (int i = 0; i < masks.length; i++) {
                // As a register holds 32 bits: sign-extended.
                assertThat(lab.given(i, thread))
                        .as("%s of %d", masks[i], thread)
                        .isEqualTo(expected[i]);
            }
        }
    }

    @Test
    void theDeviceAndTheBlockAreAsTheProfileAndTheLaunchSay() {
        lab.give(0, lab.special(SpecialRegister.SM_COUNT));
        lab.give(1, lab.special(SpecialRegister.WARP_SLOT_COUNT));
        lab.give(2, lab.special(SpecialRegister.DYNAMIC_SHARED_BYTES));
        lab.give(3, lab.special(SpecialRegister.TOTAL_SHARED_BYTES));
        lab.give(4, lab.special(SpecialRegister.GRID_ID));
        var kernel = lab.build("k", 96, 0);
        LaunchShape shape = LaunchShape.of(1, 1).withShared(1000);
        assertThat(lab.run(kernel, shape)).isEqualTo(CudaError.SUCCESS);
        long first = lab.given(4, 0);
        assertThat(lab.run(kernel, shape)).isEqualTo(CudaError.SUCCESS);

        // An H200: 132 SMs of 64 warps; the shared memory of a block is allocated in units of 128 bytes.
        assertThat(lab.given(0, 0)).isEqualTo(132);
        assertThat(lab.given(1, 0)).isEqualTo(64);
        assertThat(lab.given(2, 0)).isEqualTo(1000);
        assertThat(lab.given(3, 0)).isEqualTo(1152);
        assertThat(lab.given(4, 0)).isNotEqualTo(first);
    }

    @Test
    void aClockInHalvesGoesOnAsTheWholeOneDoes() {
        SpecialRegister[] clocks = {
            SpecialRegister.CLOCK,
            SpecialRegister.CLOCK_LOW,
            SpecialRegister.CLOCK,
            SpecialRegister.CLOCK_HIGH,
            SpecialRegister.GLOBAL_TIMER,
            SpecialRegister.GLOBAL_TIMER_LOW,
            SpecialRegister.GLOBAL_TIMER,
            SpecialRegister.GLOBAL_TIMER_HIGH
        };
        int[] read = new int[clocks.length];
        // Past 2^32 cycles, which are 2.2 s of an H200.
        lab.into(-1, Opcode.NANOSLEEP, Modifiers.NONE, lab.constant(NANOS_AS_A_REGISTER_HOLDS_THEM));
        lab.into(-1, Opcode.NANOSLEEP, Modifiers.NONE, lab.constant(NANOS_AS_A_REGISTER_HOLDS_THEM));
        for (int i = 0; i < clocks.length; i++) {
            read[i] = lab.special(clocks[i]);
        }
        for (int i = 0; i < clocks.length; i++) {
            lab.give(i, read[i]);
        }
        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 0)).isGreaterThan(1L << 32);
        assertThat(lab.given(1, 0) - (int) lab.given(0, 0)).isBetween(1L, 100L);
        assertThat(lab.given(3, 0)).isEqualTo(lab.given(2, 0) >>> 32);
        assertThat(lab.given(4, 0)).isGreaterThan(1L << 32);
        assertThat(lab.given(5, 0) - (int) lab.given(4, 0)).isBetween(0L, 100L);
        assertThat(lab.given(7, 0)).isEqualTo(lab.given(6, 0) >>> 32);
    }

    @Test
    void aThreadThatWaitsForHalfAClockIsNotStuck() {
        int limit =
                lab.op(Opcode.ADD_I32, Modifiers.NONE, lab.special(SpecialRegister.CLOCK_LOW), lab.constant(3_000_000));
        int again = lab.code().newLabel();
        lab.code().place(again);
        int now = lab.special(SpecialRegister.CLOCK_LOW);
        lab.code().guardNext(lab.compare(io.cdpsim.kernel.code.Comparison.LESS, now, limit), false);
        lab.code().emitTo(Opcode.BRANCH, again, Modifiers.NONE);
        lab.give(0, lab.constant(1));

        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);
        assertThat(lab.given(0, 0)).isEqualTo(1);
    }
}
