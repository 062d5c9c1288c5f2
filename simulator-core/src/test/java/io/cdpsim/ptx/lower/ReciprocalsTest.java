package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where code takes the reciprocals of integer divisors, as the SASS of ptxas 13.0 does (MUFU.RCP). That the results stay the same is for {@link OptimizerTest} to say. */
class ReciprocalsTest {
    /** {@code do { p[i] = p[i] / d + p[i] % d; i = 3 * i + 1; } while (i < 1000)}, into which a branch may lead. */
    private static final String TEXT = """
        .version 9.0
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 to, .param .u32 by) {
            .reg .b64 %p; .reg .b32 %i, %d, %x, %y; .reg .pred %again, %q;
            ld.param.u64 %p, [to]; ld.param.u32 %d, [by];
            mov.u32 %i, %tid.x;
            JUMP
            st.global.u32 [%p+8], %i;
        LOOP:
            ld.global.u32 %x, [%p];
            INSIDE
            div.s32 %y, %x, %d; rem.s32 %x, %x, %d; add.s32 %x, %x, %y;
            st.global.u32 [%p], %x;
            add.s64 %p, %p, 4; mad.lo.s32 %i, %i, 3, 1;
            setp.lt.s32 %again, %i, 1000;
            @%again bra LOOP;
            ret;
        }
        """;

    private static List<Instruction> lowered(String jump, String inside) {
        String text = TEXT.replace("JUMP", jump).replace("INSIDE", inside);
        PtxProgram program = PtxProgram.link(List.of(PtxReader.read("k.ptx", text)));
        return List.of(
                Objects.requireNonNull(PtxLowering.kernels(program, symbol -> 0).get("k"))
                        .code());
    }

    private static int[] places(List<Instruction> code, Opcode... opcodes) {
        return IntStream.range(0, code.size())
                .filter(i -> Arrays.asList(opcodes).contains(code.get(i).opcode()))
                .toArray();
    }

    private static int loopOf(List<Instruction> code) {
        return Arrays.stream(places(code, Opcode.BRANCH))
                .filter(i -> code.get(i).target() <= i)
                .map(i -> code.get(i).target())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aLoopIsEnteredByOneReciprocalOfADivisorThatStays() {
        List<Instruction> code = lowered("", "");
        int[] inverts = places(code, Opcode.DIVISOR_I32);

        assertThat(inverts).hasSize(1);
        assertThat(inverts[0]).isLessThan(loopOf(code));
        for (int division : places(code, Opcode.DIV_S32, Opcode.REM_S32)) {
            assertThat(code.get(division).b()).isEqualTo(code.get(inverts[0]).destination());
            assertThat(code.get(division).hasShortForm()).isTrue();
        }
    }

    @Test
    void eachWayIntoTheLoopComesByIt() {
        List<Instruction> code = lowered("setp.eq.s32 %q, %i, 0; @%q bra LOOP;", "");
        int inverts = places(code, Opcode.DIVISOR_I32)[0];

        assertThat(inverts).isLessThan(loopOf(code));
        assertThat(Arrays.stream(places(code, Opcode.BRANCH))
                        .filter(i -> i < inverts)
                        .map(i -> code.get(i).target()))
                .allMatch(target -> target <= inverts);
    }

    @Test
    void aDivisorThatATurnChangesHasNone() {
        assertThat(places(lowered("", "add.s32 %d, %d, 1;"), Opcode.DIVISOR_I32))
                .isEmpty();
    }
}
