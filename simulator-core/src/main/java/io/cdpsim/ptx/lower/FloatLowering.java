package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;

/** Arithmetic on floating-point numbers. Approximate functions are as exact as the full ones here. */
final class FloatLowering {
    private static final float SCALE_UP = 0x1p24f;
    private static final float ROOT_OF_SCALE = 0x1p12f;

    private final Code code;
    private final Operands operands;

    FloatLowering(Code code, Operands operands) {
        this.code = code;
        this.operands = operands;
    }

    private static Opcode by(
            Form form, PtxType type, Opcode f32, Opcode f64, Opcode f16, Opcode f16x2, Opcode bf16, Opcode bf16x2) {
        return switch (type) {
            case F32 -> f32;
            case F64 -> f64;
            case F16 -> f16;
            case F16X2 -> f16x2;
            case BF16 -> bf16;
            case BF16X2 -> bf16x2;
            default -> throw form.refuse("has type ." + type.word() + ", which is no float");
        };
    }

    void add(Form form) {
        binary(
                form,
                by(
                        form,
                        form.type(),
                        Opcode.ADD_F32,
                        Opcode.ADD_F64,
                        Opcode.ADD_F16,
                        Opcode.ADD_F16X2,
                        Opcode.ADD_BF16,
                        Opcode.ADD_BF16X2));
    }

    void subtract(Form form) {
        binary(
                form,
                by(
                        form,
                        form.type(),
                        Opcode.SUB_F32,
                        Opcode.SUB_F64,
                        Opcode.SUB_F16,
                        Opcode.SUB_F16X2,
                        Opcode.SUB_BF16,
                        Opcode.SUB_BF16X2));
    }

    void multiply(Form form) {
        binary(
                form,
                by(
                        form,
                        form.type(),
                        Opcode.MUL_F32,
                        Opcode.MUL_F64,
                        Opcode.MUL_F16,
                        Opcode.MUL_F16X2,
                        Opcode.MUL_BF16,
                        Opcode.MUL_BF16X2));
    }

    void fusedMultiplyAdd(Form form) {
        form.allows("rn", "rz", "rm", "rp", "ftz", "sat", "relu");
        PtxType type = form.type();
        Opcode opcode = by(
                form,
                type,
                Opcode.FMA_F32,
                Opcode.FMA_F64,
                Opcode.FMA_F16,
                Opcode.FMA_F16X2,
                Opcode.FMA_BF16,
                Opcode.FMA_BF16X2);
        form.takesOneType();
        int destination = operands.destination(form, form.operand(0));
        int a = in(form, 1, type);
        int b = in(form, 2, type);
        int c = in(form, 3, type);
        if (form.has("relu")) {
            int sum = code.compute(opcode, false, a, b, c, form.arithmetic());
            new HalvesLowering(code).rectify(form, type, destination, sum);
        } else {
            code.emit(opcode, destination, a, b, c, form.arithmetic());
        }
    }

    void divide(Form form) {
        form.allows("rn", "rz", "rm", "rp", "ftz", "approx", "full");
        binary(form, form.type() == PtxType.F64 ? Opcode.DIV_F64 : Opcode.DIV_F32);
    }

    private void binary(Form form, Opcode opcode) {
        form.allows("rn", "rz", "rm", "rp", "ftz", "sat", "approx", "full");
        form.takesOneType();
        PtxType type = form.type();
        code.emit(
                opcode,
                operands.destination(form, form.operand(0)),
                in(form, 1, type),
                in(form, 2, type),
                Code.NONE,
                form.arithmetic());
    }

    void extreme(Form form, boolean least) {
        form.allows("ftz", "NaN", "xorsign", "abs");
        PtxType type = form.type();
        Opcode opcode = least
                ? by(
                        form,
                        type,
                        Opcode.MIN_F32,
                        Opcode.MIN_F64,
                        Opcode.MIN_F16,
                        Opcode.MIN_F16X2,
                        Opcode.MIN_BF16,
                        Opcode.MIN_BF16X2)
                : by(
                        form,
                        type,
                        Opcode.MAX_F32,
                        Opcode.MAX_F64,
                        Opcode.MAX_F16,
                        Opcode.MAX_F16X2,
                        Opcode.MAX_BF16,
                        Opcode.MAX_BF16X2);
        boolean plain = !form.has("ftz") && !form.has("NaN") && !form.has("xorsign");
        Modifiers modifiers =
                plain ? Modifiers.NONE : new Modifiers.Extreme(form.has("ftz"), form.has("NaN"), form.has("xorsign"));
        int b = in(form, 2, type);
        if (form.operands().size() > 3) {
            int second = code.compute(opcode, type.isWide(), b, in(form, 3, type), Code.NONE, modifiers);
            code.emit(
                    opcode,
                    operands.destination(form, form.operand(0)),
                    in(form, 1, type),
                    second,
                    Code.NONE,
                    modifiers);
            return;
        }
        code.emit(opcode, operands.destination(form, form.operand(0)), in(form, 1, type), b, Code.NONE, modifiers);
    }

    void negate(Form form) {
        form.allows("ftz");
        unary(
                form,
                by(
                        form,
                        form.type(),
                        Opcode.NEG_F32,
                        Opcode.NEG_F64,
                        Opcode.NEG_F16,
                        Opcode.NEG_F16X2,
                        Opcode.NEG_BF16,
                        Opcode.NEG_BF16X2));
    }

    void absolute(Form form) {
        form.allows("ftz");
        unary(
                form,
                by(
                        form,
                        form.type(),
                        Opcode.ABS_F32,
                        Opcode.ABS_F64,
                        Opcode.ABS_F16,
                        Opcode.ABS_F16X2,
                        Opcode.ABS_BF16,
                        Opcode.ABS_BF16X2));
    }

    /** A function of one number. */
    void function(Form form, Opcode f32, Opcode f64) {
        form.allows("rn", "rz", "rm", "rp", "ftz", "approx");
        unary(form, form.type() == PtxType.F64 ? f64 : f32);
    }

    /**
     * A root. The function unit takes subnormal numbers as zeros, so that where they are not to be flushed, arguments below the smallest
     * normal number are scaled up, and their roots back. Both are powers of two: no value changes.
     */
    void root(Form form, Opcode f32, Opcode f64) {
        if (form.type() == PtxType.F64 || !form.has("approx") || form.has("ftz")) {
            function(form, f32, f64);
            return;
        }
        form.allows("approx");
        int number = in(form, 1, PtxType.F32);
        int guard = code.guard();
        boolean negated = code.isGuardNegated();
        // Lanes that do not take part keep what they have.
        int small = code.newPredicateUnderGuard();
        code.emit(
                Opcode.COMPARE_F32,
                small,
                number,
                single(Float.MIN_NORMAL),
                Code.NONE,
                new Modifiers.Compare(Comparison.LESS));
        int scaled = code.function().newRegister(false);
        int root = code.function().newRegister(false);
        code.move(scaled, number);
        code.guard(small, false);
        code.emit(Opcode.MUL_F32, scaled, scaled, single(SCALE_UP));
        code.guard(guard, negated);
        code.emit(f32, root, scaled, Code.NONE, Code.NONE, form.arithmetic());
        code.guard(small, false);
        code.emit(Opcode.MUL_F32, root, root, single(f32 == Opcode.RSQRT_F32 ? ROOT_OF_SCALE : 1 / ROOT_OF_SCALE));
        code.guard(guard, negated);
        code.move(operands.destination(form, form.operand(0)), root);
    }

    /**
     * A sine or cosine. The function unit takes turns, not radians, so that a multiplication comes before it; its factor is 1 here, where the
     * opcode takes radians.
     */
    void ofAngle(Form form, Opcode opcode) {
        form.allows("approx", "ftz");
        int angle =
                code.compute(Opcode.MUL_F32, false, in(form, 1, PtxType.F32), single(1), Code.NONE, form.arithmetic());
        code.emit(opcode, operands.destination(form, form.operand(0)), angle, Code.NONE, Code.NONE, form.arithmetic());
    }

    private int single(float value) {
        return code.bits(Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
    }

    void exponential(Form form) {
        form.allows("ftz", "approx");
        unary(
                form,
                by(
                        form,
                        form.type(),
                        Opcode.EX2_F32,
                        Opcode.EX2_F32,
                        Opcode.EX2_F16,
                        Opcode.EX2_F16X2,
                        Opcode.EX2_BF16,
                        Opcode.EX2_BF16X2));
    }

    void hyperbolicTangent(Form form) {
        form.allows("approx");
        unary(
                form,
                by(
                        form,
                        form.type(),
                        Opcode.TANH_F32,
                        Opcode.TANH_F32,
                        Opcode.TANH_F16,
                        Opcode.TANH_F16X2,
                        Opcode.TANH_BF16,
                        Opcode.TANH_BF16X2));
    }

    private void unary(Form form, Opcode opcode) {
        PtxType type = form.type();
        code.emit(
                opcode,
                operands.destination(form, form.operand(0)),
                in(form, 1, type),
                Code.NONE,
                Code.NONE,
                form.arithmetic());
    }

    void copySign(Form form) {
        form.allows();
        PtxType type = form.type();
        code.emit(
                type == PtxType.F64 ? Opcode.COPYSIGN_F64 : Opcode.COPYSIGN_F32,
                operands.destination(form, form.operand(0)),
                in(form, 1, type),
                in(form, 2, type));
    }

    void classify(Form form) {
        PtxType type = form.type();
        Modifiers.FloatClass kind = form.has("finite")
                ? Modifiers.FloatClass.FINITE
                : form.has("infinite")
                        ? Modifiers.FloatClass.INFINITE
                        : form.has("number")
                                ? Modifiers.FloatClass.NUMBER
                                : form.has("notanumber")
                                        ? Modifiers.FloatClass.NOT_A_NUMBER
                                        : form.has("normal")
                                                ? Modifiers.FloatClass.NORMAL
                                                : Modifiers.FloatClass.SUBNORMAL;
        code.emit(
                type == PtxType.F64 ? Opcode.CLASSIFY_F64 : Opcode.CLASSIFY_F32,
                operands.predicateDestination(form, form.operand(0)),
                in(form, 1, type),
                Code.NONE,
                Code.NONE,
                new Modifiers.Classify(kind));
    }

    private int in(Form form, int index, PtxType type) {
        return operands.value(form, form.operand(index), type);
    }
}
