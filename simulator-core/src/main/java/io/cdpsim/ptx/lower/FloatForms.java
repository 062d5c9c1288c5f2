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
            row("rcp.approx.ftz.f64 d, a", Opcode.RCP_APPROX_F64),
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
            row("lg2.approx.f32 d, a", FloatForms::scaledLogarithm, Opcode.LG2_F32),
            row("lg2.approx.ftz.f32 d, a", Opcode.LG2_F32),
            row("ex2.approx.f32 d, a", FloatForms::scaledPower, Opcode.EX2_F32),
            row("ex2.approx.ftz.f32 d, a", Opcode.EX2_F32),
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
        return code.bits(Float.floatToRawIntBits(value));
    }

    private static void extremeOfThree(FunctionEmitter to, Form form) {
        Opcode opcode = form.opcode();
        int b = to.in(form, 2);
        int second = to.code().compute(opcode, false, b, to.in(form, 3), Code.NONE, form.modifiersOfOpcode());
        to.write(form, opcode, to.in(form, 1), second, Code.NONE);
    }

    /** A root that keeps subnormal numbers. Both factors are powers of two: no value changes. */
    private static void scaledRoot(FunctionEmitter to, Form form) {
        float back = form.opcode() == Opcode.RSQRT_F32 ? ROOT_OF_SCALE : 1 / ROOT_OF_SCALE;
        scaled(to, form, Float.MIN_NORMAL, SCALE_UP, back);
    }

    /** A logarithm that keeps subnormal numbers. The factors are 1 here, where the opcode takes such numbers. */
    private static void scaledLogarithm(FunctionEmitter to, Form form) {
        scaled(to, form, Float.MIN_NORMAL, 1, 1);
    }

    /** A power that may be a subnormal number. The factors are 1 here, where the opcode has such results. */
    private static void scaledPower(FunctionEmitter to, Form form) {
        scaled(to, form, Float.MIN_EXPONENT, 1, 1);
    }

    /**
     * A function of all numbers. The function unit takes subnormal numbers as zeros, so that numbers below a limit are multiplied first, and the results of these afterwards, as ptxas
     * does.
     */
    private static void scaled(FunctionEmitter to, Form form, float limit, float factor, float back) {
        Code code = to.code();
        int number = to.in(form, 1);
        int guard = code.guard();
        boolean negated = code.isGuardNegated();
        // Lanes that do not take part keep their values.
        int small = code.newPredicateUnderGuard();
        code.compare(Opcode.COMPARE_F32, small, number, Comparison.LESS, single(code, limit));
        int scaled = code.function().newRegister(false);
        int result = code.function().newRegister(false);
        code.move(scaled, number);
        code.guard(small, false);
        code.emit(Opcode.MUL_F32, scaled, scaled, single(code, factor));
        code.guard(guard, negated);
        code.emit(form.opcode(), result, scaled, Code.NONE);
        code.guard(small, false);
        code.emit(Opcode.MUL_F32, result, result, single(code, back));
        code.guard(guard, negated);
        code.move(to.out(form), result);
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
