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

/** Arithmetic of single and double precision. Approximate functions share the opcodes of the exact ones. */
final class FloatForms {
    private static final float SCALE_UP = 0x1p24f;
    private static final float ROOT_OF_SCALE = 0x1p12f;

    static final List<FormRow> ROWS = List.of(
            row("add{.rn,.rz,.rm,.rp}{.ftz}{.sat}.f32 d, a, b", FunctionEmitter::fusible, Opcode.ADD_F32),
            row("add{.rn,.rz,.rm,.rp}.f64 d, a, b", FunctionEmitter::fusible, Opcode.ADD_F64),
            row("sub{.rn,.rz,.rm,.rp}{.ftz}{.sat}.f32 d, a, b", FunctionEmitter::fusible, Opcode.SUB_F32),
            row("sub{.rn,.rz,.rm,.rp}.f64 d, a, b", FunctionEmitter::fusible, Opcode.SUB_F64),
            row("mul{.rn,.rz,.rm,.rp}{.ftz}{.sat}.f32 d, a, b", FunctionEmitter::fusible, Opcode.MUL_F32),
            row("mul{.rn,.rz,.rm,.rp}.f64 d, a, b", FunctionEmitter::fusible, Opcode.MUL_F64),
            row("fma.rn|.rz|.rm|.rp{.ftz}{.sat}.f32 d, a, b, c", Opcode.FMA_F32),
            row("fma.rn|.rz|.rm|.rp.f64 d, a, b, c", Opcode.FMA_F64),
            row("mad.rn|.rz|.rm|.rp{.ftz}{.sat}.f32 d, a, b, c", Opcode.FMA_F32),
            row("mad.rn|.rz|.rm|.rp.f64 d, a, b, c", Opcode.FMA_F64),
            row("div.approx|.full{.ftz}.f32 d, a, b", Opcode.DIV_APPROX_F32, Opcode.DIV_FULL_F32),
            row("div.rn|.rz|.rm|.rp{.ftz}.f32 d, a, b", Opcode.DIV_F32),
            row("div.rn|.rz|.rm|.rp.f64 d, a, b", Opcode.DIV_F64),
            row("rcp.approx{.ftz}.f32 d, a", Opcode.RCP_APPROX_F32),
            row("rcp.rn|.rz|.rm|.rp{.ftz}.f32 d, a", Opcode.RCP_F32),
            row("rcp.approx.ftz.f64 d, a", Opcode.RCP_F64),
            row("rcp.rn|.rz|.rm|.rp.f64 d, a", Opcode.RCP_F64),
            row("sqrt.approx.f32 d, a", FloatForms::scaledRoot, Opcode.SQRT_APPROX_F32),
            row("sqrt.approx.ftz.f32 d, a", Opcode.SQRT_APPROX_F32),
            row("sqrt.rn|.rz|.rm|.rp{.ftz}.f32 d, a", Opcode.SQRT_F32),
            row("sqrt.rn|.rz|.rm|.rp.f64 d, a", Opcode.SQRT_F64),
            row("rsqrt.approx.f32 d, a", FloatForms::scaledRoot, Opcode.RSQRT_F32),
            row("rsqrt.approx.ftz.f32 d, a", Opcode.RSQRT_F32),
            row("rsqrt.approx{.ftz}.f64 d, a", Opcode.RSQRT_F64),
            row("sin.approx{.ftz}.f32 d, a", FloatForms::ofAngle, Opcode.SIN_F32),
            row("cos.approx{.ftz}.f32 d, a", FloatForms::ofAngle, Opcode.COS_F32),
            row("lg2.approx{.ftz}.f32 d, a", Opcode.LG2_F32),
            row("ex2.approx{.ftz}.f32 d, a", Opcode.EX2_F32),
            row("tanh.approx.f32 d, a @sm_75", Opcode.TANH_F32),
            row("min{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b", Opcode.MIN_F32),
            row("min{.ftz}{.NaN}.f32 d, a, b, c @sm_100", FloatForms::extremeOfThree, Opcode.MIN_F32),
            row("min.f64 d, a, b", Opcode.MIN_F64),
            row("max{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b", Opcode.MAX_F32),
            row("max{.ftz}{.NaN}.f32 d, a, b, c @sm_100", FloatForms::extremeOfThree, Opcode.MAX_F32),
            row("max.f64 d, a, b", Opcode.MAX_F64),
            row("abs{.ftz}.f32 d, a", Opcode.ABS_F32),
            row("abs.f64 d, a", Opcode.ABS_F64),
            row("neg{.ftz}.f32 d, a", Opcode.NEG_F32),
            row("neg.f64 d, a", Opcode.NEG_F64),
            row("copysign.f32|.f64 d, a, b", Opcode.COPYSIGN_F32, Opcode.COPYSIGN_F64),
            row(
                    "testp.finite|.infinite|.number|.notanumber|.normal|.subnormal.f32|.f64 p, a",
                    Opcode.CLASSIFY_F32,
                    Opcode.CLASSIFY_F64));

    private FloatForms() {}

    private static int single(Code code, float value) {
        return code.bits(Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
    }

    private static void extremeOfThree(FunctionEmitter to, Form form) {
        Opcode opcode = form.opcode();
        int b = to.in(form, 2);
        int second = to.code().compute(opcode, false, b, to.in(form, 3), Code.NONE, form.modifiersOfOpcode());
        to.write(form, opcode, to.in(form, 1), second, Code.NONE);
    }

    /**
     * A root that keeps subnormal numbers. The function unit takes them as zeros, so that arguments below the smallest normal number are scaled up
     * first, and their roots back. Both factors are powers of two: no value changes.
     */
    private static void scaledRoot(FunctionEmitter to, Form form) {
        Code code = to.code();
        int number = to.in(form, 1);
        int guard = code.guard();
        boolean negated = code.isGuardNegated();
        // Lanes that do not take part keep their values.
        int small = code.newPredicateUnderGuard();
        code.compare(Opcode.COMPARE_F32, small, number, Comparison.LESS, single(code, Float.MIN_NORMAL));
        int scaled = code.function().newRegister(false);
        int root = code.function().newRegister(false);
        code.move(scaled, number);
        code.guard(small, false);
        code.emit(Opcode.MUL_F32, scaled, scaled, single(code, SCALE_UP));
        code.guard(guard, negated);
        code.emit(form.opcode(), root, scaled, Code.NONE);
        code.guard(small, false);
        float back = form.opcode() == Opcode.RSQRT_F32 ? ROOT_OF_SCALE : 1 / ROOT_OF_SCALE;
        code.emit(Opcode.MUL_F32, root, root, single(code, back));
        code.guard(guard, negated);
        code.move(to.out(form), root);
    }

    /**
     * A sine or cosine. The function unit takes turns, not radians, so that a multiplication comes first; its factor is 1 here, where the opcode
     * takes radians.
     */
    private static void ofAngle(FunctionEmitter to, Form form) {
        Modifiers modifiers = form.modifiersOfOpcode();
        int angle =
                to.code().compute(Opcode.MUL_F32, false, to.in(form, 1), single(to.code(), 1), Code.NONE, modifiers);
        to.write(form, form.opcode(), angle, Code.NONE, Code.NONE);
    }
}
