package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Convergence;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** As ptxas of CUDA 13.0 does, seen in the SASS of {@code programs/branches.cu} and {@code programs/colour.cu} in {@code measurements}. */
class BranchConvergenceTest {
    private static final String HEADER = """
        .version 8.8
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 from, .param .u64 to) {
        .reg .b32 %r<20>; .reg .b64 %l<20>; .reg .pred %p<8>;
        ld.param.u64 %l1, [from]; ld.param.u64 %l2, [to];
        mov.u32 %r1, %tid.x; mul.wide.u32 %l3, %r1, 4; add.s64 %l4, %l2, %l3; add.s64 %l5, %l1, %l3;
        """;

    private static Kernel kernel(String body) {
        var module = PtxReader.read("k.ptx", HEADER + body + "\nret; }");
        return PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> 0L)
                .get("k");
    }

    private static List<Convergence> branches(String body) {
        return Arrays.stream(kernel(body).code())
                .filter(in -> in.opcode() == Opcode.BRANCH && in.guard() >= 0)
                .map(Instruction::convergence)
                .toList();
    }

    /** The branches of code that has one around a piece: none if the piece is guarded instead. */
    private static List<Convergence> around(String piece) {
        return branches("ld.global.u32 %r2, [%l5]; setp.lt.s32 %p1, %r2, 5; @%p1 bra BEHIND;\n" + piece
                + "\nBEHIND: st.global.u32 [%l4], %r2;");
    }

    @Test
    void aShortPieceIsGuardedAndALongOneHasABarrier() {
        String step = "xor.b32 %r2, %r2, 7;";
        assertThat(around(step.repeat(7))).isEmpty();
        Convergence ofNine = around(step.repeat(9)).get(0);
        assertThat(ofNine.isPredicated()).isFalse();
        assertThat(ofNine.takenComes()).isTrue();
        assertThat(ofNine.otherComes()).isTrue();
    }

    @Test
    void aPieceWithALoadIsGuardedUpToTwentyInstructionsAndOneWithAnAtomicNever() {
        String load = "mul.wide.s32 %l6, %r2, 4; ld.global.u32 %r2, [%l1];";
        assertThat(around(load + "xor.b32 %r2, %r2, 7;".repeat(17))).isEmpty();
        assertThat(around(load + "xor.b32 %r2, %r2, 7;".repeat(20))).hasSize(1);
        assertThat(around("red.global.add.u32 [%l2], %r2;")).hasSize(1);
    }

    /** An integer division is long, and a reciprocal that rounds exactly has a branch; a product of 64 bits is short. */
    @Test
    void aPieceWithALongSequenceIsNotGuarded() {
        assertThat(around("div.u32 %r2, %r2, %r1;")).hasSize(1);
        assertThat(around("rcp.rn.f32 %r2, %r2;")).hasSize(1);
        assertThat(around("mul.lo.s64 %l6, %l3, %l3; cvt.u32.u64 %r2, %l6;")).isEmpty();
    }

    /** Their time is short. */
    @Test
    void aPieceWithALoadOfSharedMemoryIsGuardedUpToEightInstructions() {
        String load = "ld.shared.u32 %r2, [%r2];";
        assertThat(around(load + "xor.b32 %r2, %r2, 7;".repeat(7))).isEmpty();
        assertThat(around(load + "xor.b32 %r2, %r2, 7;".repeat(8))).hasSize(1);
    }

    @Test
    void bothSidesOfABranchAreGuardedIfTheyAreShort() {
        String sides = "%s bra BEHIND; SIDE: %s BEHIND: st.global.u32 [%%l4], %%r2;";
        String start = "ld.global.u32 %r2, [%l5]; setp.lt.s32 %p1, %r2, 5; @%p1 bra SIDE; ";
        String step = "xor.b32 %r2, %r2, 7;";
        assertThat(branches(start + sides.formatted(step.repeat(4), step.repeat(5))))
                .isEmpty();
        assertThat(branches(start + sides.formatted(step.repeat(4), step.repeat(9)))
                        .get(0)
                        .isPredicated())
                .isFalse();
    }

    @Test
    void branchesToOnePlaceHaveOneBarrier() {
        List<Convergence> chain = branches("""
            ld.global.u32 %r2, [%l5]; setp.lt.s32 %p1, %r2, 1; @%p1 bra BEHIND;
            red.global.add.u32 [%l5+128], 1; ld.global.u32 %r2, [%l5+256]; setp.lt.s32 %p2, %r2, 1; @%p2 bra BEHIND;
            red.global.add.u32 [%l5+512], 1;
            BEHIND: st.global.u32 [%l4], %r1;
            """);
        assertThat(chain.get(0).takenComes()).isTrue();
        assertThat(chain.get(0).otherComes()).isFalse();
        assertThat(chain.get(1).takenComes()).isTrue();
        assertThat(chain.get(1).otherComes()).isTrue();
    }

    @Test
    void aBranchOnWhatAllLanesLoadFromOneAddressHasNoBarrier() {
        String loop = "LOOP: red.global.add.u32 [%%l4], 1; add.s64 %%l%1$d, %%l%1$d, 4; ld.global.u32 %%r2, [%%l%1$d];"
                + " setp.ne.s32 %%p1, %%r2, 0; @%%p1 bra LOOP; st.global.u32 [%%l4], %%r1;";
        assertThat(branches(loop.formatted(1)).get(0).otherComes()).isFalse();
        assertThat(branches(loop.formatted(5)).get(0).otherComes()).isTrue();
    }

    @Test
    void lanesThatLeaveALoopAlikeMeetWhereOthersEnd() {
        List<Convergence> ofCheck = branches("""
            mov.u32 %r3, 0;
            LOOP: add.u32 %r3, %r3, 1; ld.global.u32 %r2, [%l5]; setp.eq.s32 %p1, %r2, %r3; @%p1 bra FOUND;
            setp.lt.u32 %p2, %r3, 9; @%p2 bra LOOP;
            bra END;
            FOUND: red.global.add.u32 [%l2], 1;
            END:
            """);
        assertThat(ofCheck.get(0).takenComes()).isTrue();
        assertThat(ofCheck.get(0).left()).isNotNull();
    }

    /** Lanes leave the loop one after the other, from within a branch; the others run its end together. */
    @Test
    void lanesThatStayInALoopMeetWithinIt() {
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h100-sxm")));
        Host host = machine.host();
        long from = host.malloc(4 * 64);
        long to = host.malloc(4 * 64);
        host.launch(kernel("""
            mov.u32 %r3, 0; mov.u32 %r9, 0;
            LOOP: and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 0; @%p1 bra EVEN;
            setp.eq.u32 %p2, %r3, %r1; @%p2 bra LEFT;
            red.global.add.u32 [%l1], 1; bra MEET;
            EVEN: red.global.add.u32 [%l1+4], 1;
            MEET: activemask.b32 %r5; popc.b32 %r6, %r5; add.u32 %r9, %r9, %r6;
            add.u32 %r3, %r3, 1; setp.lt.u32 %p3, %r3, 40; @%p3 bra LOOP;
            add.u32 %r9, %r9, 1000;
            LEFT: st.global.u32 [%l4], %r9;
            """), LaunchShape.of(1, 32), host.defaultStream(), from, to);
        assertThat(host.synchronize().toString()).isEqualTo("SUCCESS");
        int[] sums = host.memory().readInts(to, 32);
        for (int lane = 0; lane < 32; lane++) {
            int passes = lane % 2 == 1 ? lane : 40;
            int together = 0;
            for (int i = 0; i < passes; i++) {
                together += 32 - Math.min(16, (i + 1) / 2);
            }
            assertThat(sums[lane]).as("lane %d", lane).isEqualTo(together + (lane % 2 == 1 ? 0 : 1000));
        }
    }
}
