package io.cdpsim.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.analysis.ValueFlow.Value;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.optimize.Optimizer;
import io.cdpsim.ptx.read.PtxReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ValueFlowTest {
    private static final String HEAD = """
        .version 8.0
        .target sm_90
        .address_size 64
        .visible .entry kernel(.param .u64 out, .param .u32 which) {
            .reg .b64 %rd<9>;
            .reg .b32 %r<9>;
            .reg .pred %p<3>;
            .shared .align 8 .b8 tile[64];
            .local .align 8 .b8 own[64];
            ld.param.u64 %rd1, [out];
            ld.param.u32 %r1, [which];
        """;

    /** Lowered as it is written, so that the order of instructions is that of the text. */
    private static Kernel kernel(String body) {
        String text = HEAD + body + "ret; }";
        PtxProgram program = PtxProgram.link(List.of(PtxReader.read("k.ptx", text.getBytes(StandardCharsets.UTF_8))));
        return PtxLowering.kernels(program, symbol -> 0, EnumSet.noneOf(Optimizer.Pass.class))
                .values()
                .iterator()
                .next();
    }

    /** What the stores of a kernel store, in their order. */
    private static List<Value> stored(String body) {
        Kernel kernel = kernel(body);
        ValueFlow flow = new ValueFlow(kernel);
        Instruction[] code = kernel.code();
        return IntStream.range(0, code.length)
                .filter(i -> code[i].opcode() == Opcode.STORE)
                .mapToObj(i -> flow.operand(i, code[i].b()))
                .toList();
    }

    @Test
    void aRegisterThatIsUsedTwiceHasTheOriginOfEachValueWhereItIsRead() {
        assertThat(stored("""
            cvta.shared.u64 %rd2, tile;
            st.global.u64 [%rd1], %rd2;
            mov.u64 %rd2, 7;
            st.global.u64 [%rd1+8], %rd2;
            """)).containsExactly(new Value.OwnAddress(AddressSpace.SHARED), new Value.Constant(7));
    }

    @Test
    void anAddressThatIsMovedStaysInItsMemory() {
        assertThat(stored("""
            cvta.local.u64 %rd2, own;
            mul.wide.u32 %rd3, %r1, 4;
            add.u64 %rd4, %rd3, %rd2;
            add.u64 %rd4, %rd4, 8;
            st.global.u64 [%rd1], %rd4;
            """)).containsExactly(new Value.OwnAddress(AddressSpace.LOCAL));
    }

    @Test
    void theDistanceOfTwoAddressesIsNone() {
        assertThat(stored("""
            cvta.shared.u64 %rd2, tile;
            add.u64 %rd3, %rd2, 8;
            sub.u64 %rd4, %rd3, %rd2;
            st.global.u64 [%rd1], %rd4;
            """)).containsExactly(new Value.Unknown());
    }

    @Test
    void whatIsSoOnOneWayAloneIsNotKnownBehindBoth() {
        String body = """
            setp.eq.u32 %%p1, %%r1, 0;
            mov.u64 %%rd2, %%rd1;
            @%%p1 bra OTHER;
            %s
            OTHER:
            st.global.u64 [%%rd1], %%rd2;
            """;
        assertThat(stored(body.formatted("cvta.shared.u64 %rd2, tile;"))).containsExactly(new Value.Unknown());
        assertThat(stored("""
            setp.eq.u32 %p1, %r1, 0;
            cvta.shared.u64 %rd2, tile;
            @%p1 add.u64 %rd2, %rd2, 8;
            st.global.u64 [%rd1], %rd2;
            """)).containsExactly(new Value.OwnAddress(AddressSpace.SHARED));
        assertThat(stored("""
            setp.eq.u32 %p1, %r1, 0;
            mov.u64 %rd2, 1;
            @%p1 mov.u64 %rd2, 2;
            st.global.u64 [%rd1], %rd2;
            """)).containsExactly(new Value.Unknown());
    }

    @Test
    void aLoopThatMovesAnAddressEndsAndKeepsIt() {
        assertThat(stored("""
            cvta.shared.u64 %rd2, tile;
            LOOP:
            add.u64 %rd2, %rd2, 4;
            sub.u32 %r1, %r1, 1;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra LOOP;
            st.global.u64 [%rd1], %rd2;
            """)).containsExactly(new Value.OwnAddress(AddressSpace.SHARED));
    }

    @Test
    void whatWentThroughMemoryIsNotKnown() {
        assertThat(stored("""
            cvta.shared.u64 %rd2, tile;
            st.local.u64 [own], %rd2;
            ld.local.u64 %rd3, [own];
            st.global.u64 [%rd1], %rd3;
            """)).containsExactly(new Value.OwnAddress(AddressSpace.SHARED), new Value.Unknown());
    }
}
