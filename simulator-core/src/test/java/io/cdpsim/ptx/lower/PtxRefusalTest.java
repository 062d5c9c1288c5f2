package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be run is refused before anything runs, with file, line, column and opcode. */
class PtxRefusalTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            `tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f1,%f2}];` | `7:3: tex.2d.v4.f32.f32 is an opcode that is not known here`
            `wgmma.fence.sync.aligned;` | `7:3: wgmma.fence.sync.aligned is an opcode that is not known here`
            `mbarrier.init.shared.b64 [%rd1], 4;` | `7:3: mbarrier.init.shared.b64 is an opcode that is not known here`
            `frobnicate.u32 %r1, %r2;` | `7:3: frobnicate.u32 is an opcode that is not known here`
            `add.u33 %r1, %r2, %r3;` | `7:3: add.u33 names no type that is known here`
            `add.sat.u32 %r1, %r2, %r3;` | `7:3: add.sat.u32 saturates .u32, where only .s32 can be`
            `add.f32.frob %f1, %f2, %f3;` | `7:3: add.f32.frob has the modifier .frob, which is not known here`
            `add.u32 %r1, %r2;` | `7:3: add.u32 has 2 operands, where at least 3 belong`
            `add.u32 %r1, %r2, %nowhere;` | `7:21: add.u32 reads %nowhere, which is no register of the function and no special register known here`
            `ld.shared::cluster.u32 %r1, [%rd1];` | `7:3: ld.shared::cluster.u32 reaches into another block's shared memory, which is not simulated`
            `mov.u32 %r1, %no_such_register;` | `7:16: mov.u32 reads %no_such_register, which is no register of the function and no special register known here`
            `bra nowhere;` | `7:7: bra goes to a label that is not there`
            `call f;` | `7:3: call calls f, which no module defines and the simulator does not know`
            `call no_such_function;` | `7:8: call calls no_such_function, which is no function`
            `mov.u64 %rd1, no_such_symbol;` | `7:17: mov.u64 names no_such_symbol, which is nowhere declared`
            `atom.global.add.v2.f32 {%f1,%f2}, [%rd1], {%f1,%f2};` | `7:3: atom.global.add.v2.f32 has the modifier .v2, which is not known here`
            `st.b128 [%rd1], %rd1;` | `7:3: st.b128 has the modifier .b128, which is not known here`
            """)
    void whatCannotBeRunIsRefusedWithItsPlace(String instruction, String message) {
        String text = ".version 8.0\n.target sm_90\n.address_size 64\n.extern .func f;\n.visible .entry k() {\n"
                + ".reg .u32 %r<4>; .reg .f32 %f<5>; .reg .u64 %rd<2>;\n"
                + "  " + instruction + "\n  ret;\n}\n";

        assertThatThrownBy(
                        () -> PtxLowering.kernels(PtxProgram.link(List.of(PtxReader.read("a.ptx", text))), symbol -> 0))
                .isInstanceOf(UnsupportedPtxException.class)
                .hasMessage("a.ptx:" + message);
    }
}
