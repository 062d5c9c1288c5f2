package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be run is refused before anything runs, with file, line, column and opcode. */
class PtxRefusalTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        `tensormap.replace.tile.rank.global.b1024.b32 [%rd1], 1;` | `7:3: tensormap.replace.tile.rank.global.b1024.b32 is not supported: tensor maps (TMA) are not simulated; use cp.async.bulk without .tensor; docs/reference/ptx-forms.md lists the opcodes that are`
        `wgmma.fence.sync.aligned;` | `7:3: wgmma.fence.sync.aligned is not supported: products of warp groups (wgmma) are not simulated; use mma.sync; docs/reference/ptx-forms.md lists the opcodes that are`
        `frobnicate.u32 %r1, %r2;` | `7:3: frobnicate.u32 is not supported; docs/reference/ptx-forms.md lists the opcodes that are`
        `add.u33 %r1, %r2, %r3;` | `7:3: add.u33 has the modifier .u33, which does not belong there; allowed: add.u16|.s16 d, a, b; add.u32|.s32|.u64|.s64 d, a, b; add.u16x2|.s16x2 d, a, b; ...`
        `add.sat.u32 %r1, %r2, %r3;` | `7:3: add.sat.u32 has the modifier .sat, which does not belong there; allowed: add.u32|.s32|.u64|.s64 d, a, b; add.sat.s32 d, a, b; add.cc.u32|.s32|.u64|.s64 d, a, b; ...`
        `add.f32.frob %f1, %f2, %f3;` | `7:3: add.f32.frob has the modifier .frob, which does not belong there; allowed: add{.rn,.rz,.rm,.rp}{.ftz}{.sat}.f32 d, a, b`
        `add.u32 %r1, %r2;` | `7:3: add.u32 does not take these 2 operands; allowed: add.u32|.s32|.u64|.s64 d, a, b`
        `add.u32 %r1, %r2, %nowhere;` | `7:21: add.u32 reads %nowhere, which is neither a register of the function nor a supported special register`
        `mov.u32 %r1, %no_such_register;` | `7:16: mov.u32 reads %no_such_register, which is neither a register of the function nor a supported special register`
        `bra nowhere;` | `7:7: bra branches to an undefined label`
        `call f;` | `7:3: call calls f, which no module defines and the simulator does not know`
        `call no_such_function;` | `7:8: call calls no_such_function, which is not a function`
        `mov.u64 %rd1, no_such_symbol;` | `7:17: mov.u64 names no_such_symbol, which is nowhere declared`
        `atom.shared.add.v2.f32 {%f1,%f2}, [%rd1], {%f1,%f2};` | `7:3: atom.shared.add.v2.f32 has the modifier .v2, which does not belong there; allowed: atom~`
        `st.b128 [%rd1], %rd1;` | `7:19: st.b128 needs a register of .b128 here`
        `multimem.red.global.add.f32 [%rd1], %f1;` | `7:3: multimem.red.global.add.f32 is not supported: memory of several GPUs under one address (multimem) is not simulated; access each GPU's memory by its own address; docs/reference/ptx-forms.md lists the opcodes that are`
        `sust.p.1d.b32.trap [%rd1, {%r1}], {%r2};` | `7:3: sust.p.1d.b32.trap converts values to the format of the surface's texels, which is not simulated; use .b with the bytes of the texels, and x in bytes; allowed: sust.b~`
        `sured.p.add.1d.u32.trap [%rd1, {%r1}], %r2;` | `7:3: sured.p.add.1d.u32.trap converts values to the format of the surface's texels, which is not simulated; use .b with the bytes of the texels, and x in bytes; allowed: sured~`
        `prefetch.param.tensormap [%rd1];` | `7:3: prefetch.param.tensormap takes a tensor map (TMA), which is not simulated; use cp.async.bulk without .tensor; allowed:~`
        `shf.l.frob.b32 %r1, %r2, %r3, %r1;` | `7:3: shf.l.frob.b32 has the modifier .frob, which does not belong there; allowed: shf.l.clamp|.wrap.b32 d, a, b, c`
        `prmt.b32.f5e %r1, %r2, %r3, %r1;` | `7:3: prmt.b32.f5e has the modifier .f5e, which does not belong there; allowed: prmt.b32{.f4e,.b4e,.rc8,.ecl,.ecr,.rc16} d, a, b, c`
        `testp.odd.f32 %p, %f1;` | `7:3: testp.odd.f32 has the modifier .odd, which does not belong there; allowed: testp.finite|.infinite|.number|.notanumber|.normal|.subnormal.f32|.f64 p, a`
        `dp4a.u32.u64 %r1, %r2, %r3, %r1;` | `7:3: dp4a.u32.u64 has the modifier .u64, which does not belong there; allowed: dp4a.u32|.s32.u32|.s32 d, a, b, c`
        `szext.u32 %r1, %r2, %r3;` | `7:3: szext.u32 lacks one of .clamp .wrap; allowed: szext.clamp|.wrap.u32|.s32 d, a, b`
        `bmsk.clamp.wrap.b32 %r1, %r2, %r3;` | `7:3: bmsk.clamp.wrap.b32 has the modifier .wrap, which does not belong there; allowed: bmsk.clamp|.wrap.b32 d, a, b`
        `mad.lo.sat.s32 %r1, %r2, %r3, %r1;` | `7:3: mad.lo.sat.s32 has the modifier .sat, which does not belong there; allowed: mad.lo.u32|.s32|.u64|.s64 d, a, b, c; mad.hi.sat.s32 d, a, b, c; mad.lo.cc.u32|.s32|.u64|.s64 d, a, b, c`
        `min.relu.u32 %r1, %r2, %r3;` | `7:3: min.relu.u32 has the modifier .relu, which does not belong there; allowed: min.u32|.s32|.u64|.s64 d, a, b; min{.relu}.s16x2 d, a, b; min.relu.s32 d, a, b`
        `div.rn.f16 %r1, %r2, %r3;` | `7:3: div.rn.f16 has the modifier .f16, which does not belong there; allowed: div.rn|.rz|.rm|.rp{.ftz}.f32 d, a, b; div.rn|.rz|.rm|.rp.f64 d, a, b`
        `max.f32 %f1, %f2, %f3, %f4;` | `7:3: max.f32 needs .target sm_100 or later; the text is for sm_90`
        """)
    void whatCannotBeRunIsRefusedWithItsPlace(String instruction, String message) {
        String text = ".version 8.0\n.target sm_90\n.address_size 64\n.extern .func f;\n.visible .entry k() {\n"
                + ".reg .u32 %r<4>; .reg .f32 %f<5>; .reg .u64 %rd<2>; .reg .pred %p;\n"
                + "  " + instruction + "\n  ret;\n}\n";

        assertThatThrownBy(
                        () -> PtxLowering.kernels(PtxProgram.link(List.of(PtxReader.read("a.ptx", text))), symbol -> 0))
                .isInstanceOf(UnsupportedPtxException.class)
                .hasMessageMatching(pattern("a.ptx:" + message));
    }

    /** A tilde at the end stands for any rest. */
    private static String pattern(String message) {
        return message.endsWith("~")
                ? Pattern.quote(message.substring(0, message.length() - 1)) + ".*"
                : Pattern.quote(message);
    }
}
