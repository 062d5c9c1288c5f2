package io.cdpsim.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.optimize.Optimizer;
import io.cdpsim.ptx.read.PtxReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadingLoopsTest {
    private static final String HEAD = """
        .version 8.0
        .target sm_90
        .address_size 64
        .visible .func (.reg .b32 %r8) next(.reg .b32 %r9) {
            add.u32 %r8, %r9, 1;
            ret;
        }
        .visible .entry kernel(.param .u64 out, .param .u32 which) {
            .reg .b64 %rd<9>;
            .reg .b32 %r<9>;
            .reg .pred %p<3>;
            ld.param.u64 %rd1, [out];
            ld.param.u32 %r1, [which];
        """;

    /** Whether the loops of a kernel read, in the order in which they jump back. */
    private static List<Boolean> reads(String body) {
        String text = HEAD + body + "st.global.u32 [%rd1], %r2; ret; }";
        PtxProgram program = PtxProgram.link(List.of(PtxReader.read("k.ptx", text.getBytes(StandardCharsets.UTF_8))));
        Kernel kernel = PtxLowering.kernels(program, symbol -> 0, EnumSet.noneOf(Optimizer.Pass.class))
                .values()
                .iterator()
                .next();
        Instruction[] code = kernel.code();
        ReadingLoops loops = new ReadingLoops(kernel);
        return IntStream.range(0, code.length)
                .filter(i -> code[i].opcode() == Opcode.BRANCH && code[i].target() <= i)
                .mapToObj(loops::reads)
                .toList();
    }

    @Test
    void aLoopThatOnlyCountsReadsNothingWhateverIsReadAroundIt() {
        assertThat(reads("""
            ld.global.u32 %r2, [%rd1];
            again: add.u32 %r2, %r2, 3;
            setp.lt.u32 %p1, %r2, %r1;
            @%p1 bra again;
            ld.global.u32 %r3, [%rd1+4];
            add.u32 %r2, %r2, %r3;
            """)).containsExactly(false);
    }

    @Test
    void aLoopThatLooksAtMemoryReads() {
        assertThat(reads("""
            again: ld.global.u32 %r2, [%rd1];
            setp.lt.u32 %p1, %r2, %r1;
            @%p1 bra again;
            """)).containsExactly(true);
    }

    @Test
    void aLoopReadsWhatTheLoopAroundItReads() {
        assertThat(reads("""
            outer: ld.global.u32 %r2, [%rd1];
            inner: add.u32 %r2, %r2, 3;
            setp.lt.u32 %p1, %r2, %r1;
            @%p1 bra inner;
            setp.lt.u32 %p2, %r2, 99;
            @%p2 bra outer;
            """)).containsExactly(true, true);
    }

    @Test
    void aLoopReadsOnAPathThatLeavesItsBodyAndReturns() {
        assertThat(reads("""
            bra again;
            look: ld.global.u32 %r3, [%rd1];
            bra back;
            again: add.u32 %r2, %r2, 3;
            setp.eq.u32 %p1, %r2, 7;
            @%p1 bra look;
            back: setp.lt.u32 %p2, %r2, %r1;
            @%p2 bra again;
            """)).contains(true).doesNotContain(false);
    }

    @Test
    void aLoopThatEndsOnAReadDoesNotRepeatIt() {
        assertThat(reads("""
            again: add.u32 %r2, %r2, 3;
            setp.eq.u32 %p1, %r2, 7;
            @%p1 bra look;
            setp.lt.u32 %p2, %r2, %r1;
            @%p2 bra again;
            bra end;
            look: ld.global.u32 %r2, [%rd1];
            end: add.u32 %r2, %r2, 1;
            """)).containsExactly(false);
    }

    @Test
    void whatAFunctionDoesIsNotLookedInto() {
        assertThat(reads("""
            again: call (%r2), next, (%r2);
            setp.lt.u32 %p1, %r2, %r1;
            @%p1 bra again;
            """)).containsExactly(true);
    }
}
