package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.lower.FormRow.row;

import io.cdpsim.kernel.code.Opcode;
import java.util.List;

/** Arithmetic of half precision and bfloat16, one value or two in a register. */
final class HalfForms {
    static final List<FormRow> ROWS = List.of(
            row("add{.rn}{.ftz}{.sat}.f16|.f16x2 d, a, b", FunctionEmitter::fusible, Opcode.ADD_F16, Opcode.ADD_F16X2),
            row("add{.rn}.bf16|.bf16x2 d, a, b @sm_90", FunctionEmitter::fusible, Opcode.ADD_BF16, Opcode.ADD_BF16X2),
            row("sub{.rn}{.ftz}{.sat}.f16|.f16x2 d, a, b", FunctionEmitter::fusible, Opcode.SUB_F16, Opcode.SUB_F16X2),
            row("sub{.rn}.bf16|.bf16x2 d, a, b @sm_90", FunctionEmitter::fusible, Opcode.SUB_BF16, Opcode.SUB_BF16X2),
            row("mul{.rn}{.ftz}{.sat}.f16|.f16x2 d, a, b", FunctionEmitter::fusible, Opcode.MUL_F16, Opcode.MUL_F16X2),
            row("mul{.rn}.bf16|.bf16x2 d, a, b @sm_90", FunctionEmitter::fusible, Opcode.MUL_BF16, Opcode.MUL_BF16X2),
            row("fma.rn{.ftz}{.sat}.f16|.f16x2 d, a, b, c", Opcode.FMA_F16, Opcode.FMA_F16X2),
            row("fma.rn{.ftz}.relu.f16|.f16x2 d, a, b, c @sm_80", Opcode.FMA_F16, Opcode.FMA_F16X2),
            row("fma.rn{.relu}.bf16|.bf16x2 d, a, b, c @sm_80", Opcode.FMA_BF16, Opcode.FMA_BF16X2),
            row("min{.ftz}{.NaN}{.xorsign.abs}.f16|.f16x2 d, a, b @sm_80", Opcode.MIN_F16, Opcode.MIN_F16X2),
            row("min{.NaN}{.xorsign.abs}.bf16|.bf16x2 d, a, b @sm_80", Opcode.MIN_BF16, Opcode.MIN_BF16X2),
            row("max{.ftz}{.NaN}{.xorsign.abs}.f16|.f16x2 d, a, b @sm_80", Opcode.MAX_F16, Opcode.MAX_F16X2),
            row("max{.NaN}{.xorsign.abs}.bf16|.bf16x2 d, a, b @sm_80", Opcode.MAX_BF16, Opcode.MAX_BF16X2),
            row("abs{.ftz}.f16|.f16x2 d, a", Opcode.ABS_F16, Opcode.ABS_F16X2),
            row("abs.bf16|.bf16x2 d, a @sm_80", Opcode.ABS_BF16, Opcode.ABS_BF16X2),
            row("neg{.ftz}.f16|.f16x2 d, a", Opcode.NEG_F16, Opcode.NEG_F16X2),
            row("neg.bf16|.bf16x2 d, a @sm_80", Opcode.NEG_BF16, Opcode.NEG_BF16X2),
            row("ex2.approx.f16|.f16x2 d, a @sm_75", Opcode.EX2_F16, Opcode.EX2_F16X2),
            row("ex2.approx.ftz.bf16|.bf16x2 d, a @sm_90", Opcode.EX2_BF16, Opcode.EX2_BF16X2),
            row("tanh.approx.f16|.f16x2 d, a @sm_75", Opcode.TANH_F16, Opcode.TANH_F16X2),
            row("tanh.approx.bf16|.bf16x2 d, a @sm_90", Opcode.TANH_BF16, Opcode.TANH_BF16X2));

    private HalfForms() {}
}
