package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
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
            row(
                    "fma.rn.oob{.relu}.f16|.f16x2 d, a, b, c @sm_90",
                    HalfForms::multiplyInBounds,
                    Opcode.FMA_F16,
                    Opcode.FMA_F16X2),
            row(
                    "fma.rn.oob{.relu}.bf16|.bf16x2 d, a, b, c @sm_90",
                    HalfForms::multiplyInBounds,
                    Opcode.FMA_BF16,
                    Opcode.FMA_BF16X2),
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

    /** The NaN of factors that a copy by a tensor map puts beyond its bounds, without a sign; of both kinds of halves (measured on an H200). */
    private static final int BEYOND_BOUNDS = 0x7FF7;

    private static final int MAGNITUDE = 0x7FFF;
    private static final int HALF_BITS = 16;

    private HalfForms() {}

    /** A fused product and sum; 0 where a factor lies beyond the bounds of its tensor. */
    private static void multiplyInBounds(FunctionEmitter to, Form form) {
        Code code = to.code();
        int a = to.in(form, 1);
        int b = to.in(form, 2);
        int result = code.compute(form.opcode(), false, a, b, to.in(form, 3), form.modifiersOfOpcode());
        if (form.has("relu")) {
            int rectified = code.function().newRegister(false);
            to.rectify(form, rectified, result);
            result = rectified;
        }
        for (int half = 0; half < (form.type().isPacked() ? 2 : 1); half++) {
            int others = form.type().isPacked() ? 0xFFFF << ((1 - half) * HALF_BITS) : 0;
            for (int factor : new int[] {a, b}) {
                int moved = code.compute(Opcode.SHR_U32, false, factor, code.bits((long) half * HALF_BITS));
                int magnitude = code.compute(Opcode.AND_B32, false, moved, code.bits(MAGNITUDE));
                int isBeyond = code.function().newPredicate();
                code.compare(Opcode.COMPARE_U32, isBeyond, magnitude, Comparison.EQUAL, code.bits(BEYOND_BOUNDS));
                int cleared = code.compute(Opcode.AND_B32, false, result, code.bits(others));
                result = code.compute(Opcode.SELECT, false, cleared, result, isBeyond, Modifiers.NONE);
            }
        }
        code.move(to.out(form), result);
    }
}
