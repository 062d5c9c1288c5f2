package io.cdpsim.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An address that a block's own memory held may be the block's own; one that only parameters and global memory held is not (rule MEM-1). */
class PointerTracingTest {
    private static Kernel kernel(String body) {
        var module = PtxReader.read("k.ptx", """
            .version 8.8
            .target sm_90
            .address_size 64
            .visible .entry k(.param .u64 from) {
            .reg .b32 %r<20>; .reg .b64 %l<20>; .shared .align 8 .b64 own[4];
            ld.param.u64 %l1, [from]; cvta.shared.u64 %l2, own; st.shared.u64 [own], %l2;
            """ + body + "\nst.u32 [%l9], 5; ret; }");
        return PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> 0)
                .get("k");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        mov.u64 %l9, %l1;                                   | true
        ld.global.u64 %l9, [%l1];                           | true
        ld.u64 %l9, [%l1];                                  | true
        atom.exch.b64 %l9, [%l1], 0;                        | true
        ld.shared.u64 %l9, [own];                           | false
        ld.u64 %l9, [%l2];                                  | false
        add.s64 %l3, %l2, 8; ld.relaxed.cta.u64 %l9, [%l3]; | false
        atom.add.u64 %l9, [%l2], 0;                         | false
        atom.shared.exch.b64 %l9, [own], 0;                 | false
        """)
    void anAddressIsFromOutsideIfNoneOfTheBlocksOwnMemoryHeldIt(String body, boolean isFromOutside) {
        Kernel kernel = kernel(body);
        Instruction store = Arrays.stream(kernel.code())
                .filter(in -> in.opcode() == Opcode.STORE
                        && in.modifiers() instanceof Modifiers.Access access
                        && !access.space().name().equals("SHARED"))
                .findFirst()
                .orElseThrow();
        assertThat(kernel.isFromOutside(store.a())).isEqualTo(isFromOutside);
    }

    @Test
    void theFrameOfACalledFunctionIsTheThreadsOwnMemoryWhateverTheCallerHasInThatRegister() {
        Kernel kernel = PtxLowering.kernels(PtxProgram.link(List.of(PtxReader.read("k.ptx", """
            .version 8.8
            .target sm_90
            .address_size 64
            .func (.param .b64 result) held(.param .b64 value) {
            .local .align 8 .b8 depot[8]; .reg .b64 %SP, %SPL, %l<3>;
            mov.u64 %SPL, depot; cvta.local.u64 %SP, %SPL; ld.param.u64 %l1, [value];
            st.u64 [%SP], %l1; ld.u64 %l2, [%SP]; st.param.b64 [result], %l2; ret; }
            .visible .entry k(.param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3) {
            .reg .b64 %l<9>; .param .b64 value; .param .b64 result;
            ld.param.u64 %l0, [p0]; ld.param.u64 %l1, [p1]; ld.param.u64 %l2, [p2]; ld.param.u64 %l3, [p3];
            st.param.b64 [value], %l3; call.uni (result), held, (value); ld.param.b64 %l4, [result];
            st.global.u64 [%l0], %l4; st.global.u64 [%l1], %l4; st.global.u64 [%l2], %l4; ret; }
            """))), symbol -> 0)
                .get("k");
        assertThat(kernel.code())
                .filteredOn(
                        in -> in.modifiers() instanceof Modifiers.Access access && access.space() == StateSpace.GENERIC)
                .isNotEmpty()
                .noneMatch(in -> kernel.isFromOutside(in.a()));
    }
}
