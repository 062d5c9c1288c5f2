package io.cdpsim.ptx.validity;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.read.PtxSyntaxException;
import io.cdpsim.ptx.syntax.PtxModule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong in a text that parses. */
class PtxValidityTest {
    private static PtxModule module(String body) {
        return PtxReader.read("k.ptx", """
            .version 9.0
            .target sm_90
            .address_size 64
            .global .u32 counted;
            .extern .func given(.param .b32 value);
            .visible .entry k(.param .u64 from) {
            .reg .b32 %r<4>, %r1x<12>; .reg .b64 %l<4>; .reg .f32 one; .reg .pred p;
            """ + body + "\nret; }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        foo.bar %r1;                        | k.ptx:8:1: 'foo' is no instruction of PTX
        mov.u32 %r4, 1;                     | k.ptx:8:9: nothing declares '%r4'
        @q mov.u32 %r1, 1;                  | nothing declares 'q'
        ld.global.u32 %r1, [elsewhere+4];   | nothing declares 'elsewhere'
        bra END;                            | nothing declares 'END'
        call missing;                       | nothing declares 'missing'
        .reg .u32 a; .reg .u32 a;           | register a is declared a second time
        add.u64 %l1, %l1, %r2;              | add.u64 takes 64 bits, and '%r2' has 32
        min.f32 one, one, %l3;              | min.f32 takes 32 bits, and '%l3' has 64
        """)
    void aFaultIsReportedWithItsPlace(String body, String message) {
        assertThatThrownBy(() -> PtxValidity.check(module(body)))
                .isInstanceOf(PtxSyntaxException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mov.u32 %r3, %r1x11; @!p bra END; END:",
                "{ .reg .b32 %r<9>; mov.u32 %r8, %tid.x; }",
                "{ .reg .u64 a; add.u64 a, a, 1; } { .reg .u32 a; add.u32 a, a, WARP_SZ; }",
                "ld.param.u64 %l1, [from]; atom.global.add.u32 _, [counted], 1;",
                "{ .param .b32 v; st.param.b32 [v], %r1; call given, (v); }",
                "wgmma.fence.sync.aligned; tcgen05.fence::before_thread_sync;",
                "mov.u32 %r1, %aggr_smem_size; mov.u64 %l1, %globaltimer;"
            })
    void whatIsPtxIsNoFault(String body) {
        assertThatCode(() -> PtxValidity.check(module(body))).doesNotThrowAnyException();
    }
}
