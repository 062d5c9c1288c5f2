package io.cdpsim.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which selections the SASS of ptxas 13.0 for compute capability 9.0 has as SEL, and which as a guarded computation. */
class SelectionsTest {
    /** For each selection of a kernel, whether it stays one; registers 1 to 3 are low, high and a thread's number. */
    private static List<Boolean> stay(String body) {
        String text = """
                .version 8.0
                .target sm_90
                .address_size 64
                .visible .entry k(.param .u64 out) {
                  .reg .b32 %r<9>; .reg .b64 %rd<3>; .reg .pred %p<3>;
                  ld.param.u64 %rd1, [out];
                  mov.u32 %r3, %tid.x;
                  mov.u32 %r1, 0;
                  mov.u32 %r2, 9;
                LOOP:
                  ld.global.u32 %r4, [%rd1];
                  setp.lt.s32 %p1, %r4, %r3;
                """ + body + """
                  setp.lt.s32 %p2, %r1, %r2;
                  @%p2 bra LOOP;
                  st.global.u32 [%rd1], %r1;
                  ret;
                }
                """;
        return Arrays.stream(InvariantDivisorsTest.lowered(text))
                .filter(in -> in.opcode() == Opcode.SELECT)
                .map(Instruction::hasShortForm)
                .toList();
    }

    @Test
    void ofASearchByHalvesOneIsAGuardedAdditionAndOneASelection() {
        assertThat(stay("""
                  add.s32 %r5, %r4, 1;
                  selp.b32 %r1, %r5, %r1, %p1;
                  selp.b32 %r2, %r2, %r4, %p1;
                """)).containsExactly(false, true);
    }

    @Test
    void aValueThatIsUsedElsewhereTooIsSelected() {
        assertThat(stay("""
                  add.s32 %r5, %r4, 1;
                  selp.b32 %r1, %r5, %r1, %p1;
                  st.global.u32 [%rd1], %r5;
                """)).containsExactly(true);
    }

    @Test
    void oneOfTwoConstantsIsSelected() {
        assertThat(stay("selp.b32 %r1, 7, 8, %p1;\n")).containsExactly(true);
    }
}
