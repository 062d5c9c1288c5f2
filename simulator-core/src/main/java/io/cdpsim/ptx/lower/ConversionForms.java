package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversions. The frequent ones have an opcode each, which is faster than the general one. */
final class ConversionForms {
    private static final String NOT_BYTES = ".u16|.u32|.u64|.s16|.s32|.s64";
    private static final String INTEGER = ".u8|.s8|" + NOT_BYTES;

    static final List<FormRow> ROWS = List.of(
            convert("cvt{.sat}" + INTEGER + INTEGER),
            convert("cvt.rni|.rzi|.rmi|.rpi{.ftz}{.sat}" + INTEGER + ".f32"),
            convert("cvt.rni|.rzi|.rmi|.rpi{.sat}" + INTEGER + ".f16|.f64"),
            convert("cvt.rni|.rzi|.rmi|.rpi" + NOT_BYTES + ".bf16"),
            convert("cvt.rn|.rz|.rm|.rp{.ftz}{.sat}.f32" + INTEGER),
            convert("cvt.rn|.rz|.rm|.rp{.sat}.f16" + INTEGER),
            convert("cvt.rn|.rz|.rm|.rp{.sat}.f64" + INTEGER),
            convert("cvt.rn|.rz|.rm|.rp.bf16" + NOT_BYTES),
            convert("cvt{.rni,.rzi,.rmi,.rpi}{.ftz}{.sat}.f32.f32"),
            convert("cvt{.rni,.rzi,.rmi,.rpi}{.sat}.f16.f16"),
            convert("cvt{.rni,.rzi,.rmi,.rpi}{.sat}.f64.f64"),
            convert("cvt{.rni,.rzi,.rmi,.rpi}.bf16.bf16"),
            convert("cvt{.ftz}{.sat}.f64.f32"),
            convert("cvt.rn|.rz|.rm|.rp{.ftz}{.sat}.f32.f64"),
            convert("cvt{.ftz}{.sat}.f32.f16"),
            convert("cvt{.rn,.rz,.rm,.rp}{.ftz}.f32.bf16"),
            convert("cvt.rn|.rz|.rm|.rp{.ftz}{.sat}.f16.f32"),
            convert("cvt.rn|.rz|.rm|.rp{.ftz}.bf16.f32"),
            convert("cvt{.sat}.f64.f16"),
            convert("cvt{.rn,.rz,.rm,.rp}.f64.bf16"),
            convert("cvt.rn|.rz|.rm|.rp{.sat}.f16.f64"),
            convert("cvt.rn|.rz|.rm|.rp.bf16.f64"),
            convert("cvt{.rn,.rz,.rm,.rp}.f16.bf16"),
            convert("cvt{.rn,.rz,.rm,.rp}.bf16.f16"),
            row("cvt.rna.tf32.f32 d:b32, a @sm_80", Opcode.CVT_F32_TO_TF32),
            row("cvt.rna.satfinite.tf32.f32 d:b32, a @sm_90", ConversionForms::toFiniteTf32, Opcode.CVT_F32_TO_TF32),
            row("cvt.rn|.rz{.relu}.tf32.f32 d:b32, a @sm_90", ConversionForms::toTf32, Opcode.AND_B32),
            row("cvt.rn|.rz.satfinite{.relu}.f16|.bf16.f32 d, a @sm_90", ConversionForms::toFinite, Opcode.CONVERT),
            row(
                    "cvt.rn|.rz.satfinite{.relu}.f16x2|.bf16x2.f32 d, a, b @sm_90",
                    ConversionForms::toFinite,
                    Opcode.CONVERT_PACKED),
            row("cvt.pack.sat.u16|.s16.s32 d:b32, a, b @sm_72", ConversionForms::pack),
            row("cvt.pack.sat.u2|.s2|.u4|.s4|.u8|.s8.s32.b32 d, a:s32, b:s32, c @sm_75", ConversionForms::pack),
            row(
                    "cvt.rn.satfinite{.relu}.e4m3x2|.e5m2x2.f32 d:b16, a, b @sm_89",
                    ConversionForms::toEightBits,
                    Opcode.CVT_F32_TO_E4M3X2,
                    Opcode.CVT_F32_TO_E5M2X2),
            row(
                    "cvt.rn.satfinite{.relu}.e4m3x2|.e5m2x2.f16x2 d:b16, a @sm_89",
                    ConversionForms::toEightBits,
                    Opcode.CVT_F16X2_TO_E4M3X2,
                    Opcode.CVT_F16X2_TO_E5M2X2),
            row(
                    "cvt.rn{.relu}.f16x2.e4m3x2|.e5m2x2 d, a:b16 @sm_89",
                    Opcode.CVT_E4M3X2_TO_F16X2,
                    Opcode.CVT_E5M2X2_TO_F16X2),
            row("cvt.rn|.rz.relu.f16|.bf16.f32 d, a @sm_80", Opcode.CONVERT),
            row("cvt.rn|.rz{.relu}.f16x2|.bf16x2.f32 d, a, b @sm_80", Opcode.CONVERT_PACKED));

    /** Bits of F32 that TF32 does not have. */
    private static final int CUT_BITS = 13;

    private static final int TF32_NAN = 0x7FFFE000;
    private static final int TF32_MOST = 0x7F7FE000;
    private static final int FINITE_TF32_NAN = 0x7FFFC000;
    private static final int SIGN = Integer.MIN_VALUE;
    private static final int F16_MOST = 0x7BFF;
    private static final int BF16_MOST = 0x7F7F;
    private static final int HALF_SIGN = 0x8000;
    private static final int TWICE = 0x10001;
    private static final Modifiers PROPAGATING = new Modifiers.Extreme(false, true, false);

    private ConversionForms() {}

    /** a and b, each limited to fewer bits, and c shifted left by as many. */
    private static void pack(FunctionEmitter to, Form form) {
        Code code = to.code();
        String type = form.modifiers().get(2);
        int bits = Integer.parseInt(type.substring(1));
        boolean isSigned = type.startsWith("s");
        int most = isSigned ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
        int least = code.bits(isSigned ? -most - 1 : 0);
        int[] limited = new int[2];
        for (int i = 0; i < limited.length; i++) {
            int above = code.compute(Opcode.MAX_S32, false, to.in(form, i + 1), least);
            limited[i] = code.compute(Opcode.MIN_S32, false, above, code.bits(most));
        }
        int upper = form.count() > 3
                ? code.compute(Opcode.SHL_B32, false, to.in(form, 3), code.bits(2L * bits))
                : code.bits(0);
        int field = code.bits(bits | bits << 8);
        int both = code.compute(Opcode.BFI_B32, false, limited[0], upper, field, Modifiers.NONE);
        to.write(form, Opcode.BFI_B32, limited[1], both, code.bits(bits << 8));
    }

    /** {@code .relu} rectifies the operands: no rounding changes a sign. */
    private static void toEightBits(FunctionEmitter to, Form form) {
        Code code = to.code();
        boolean isPacked = form.count() == 2;
        int[] operands = {to.in(form, 1), isPacked ? Code.NONE : to.in(form, 2)};
        for (int i = 0; i < operands.length && form.has("relu"); i++) {
            if (operands[i] != Code.NONE) {
                Opcode maximum = isPacked ? Opcode.MAX_F16X2 : Opcode.MAX_F32;
                operands[i] = code.compute(maximum, false, operands[i], code.bits(0), Code.NONE, PROPAGATING);
            }
        }
        code.emit(form.opcode(), to.out(form), operands[0], operands[1]);
    }

    /** To the nearest, or cut; a NaN has all bits that TF32 has. */
    private static void toTf32(FunctionEmitter to, Form form) {
        Code code = to.code();
        int value = to.in(form, 1);
        if (form.has("relu")) {
            value = code.compute(Opcode.MAX_F32, false, value, code.bits(0), Code.NONE, PROPAGATING);
        }
        int sum = value;
        if (form.has("rn")) {
            int shifted = code.compute(Opcode.SHR_U32, false, value, code.bits(CUT_BITS));
            int isOdd = code.compute(Opcode.AND_B32, false, shifted, code.bits(1));
            int more = code.compute(Opcode.ADD_I32, false, value, isOdd);
            sum = code.compute(Opcode.ADD_I32, false, more, code.bits((1 << (CUT_BITS - 1)) - 1));
        }
        int cut = code.compute(Opcode.AND_B32, false, sum, code.bits(-1 << CUT_BITS));
        code.emit(Opcode.SELECT, to.out(form), code.bits(TF32_NAN), cut, isNan(code, value), Modifiers.NONE);
    }

    /** Limited to the largest finite number; a NaN keeps its sign. */
    private static void toFiniteTf32(FunctionEmitter to, Form form) {
        Code code = to.code();
        int value = to.in(form, 1);
        int rounded = code.compute(Opcode.CVT_F32_TO_TF32, false, value, Code.NONE);
        int limited = limited(code, rounded, TF32_MOST, TF32_MOST | SIGN, Opcode.MIN_F32, Opcode.MAX_F32);
        int sign = code.compute(Opcode.AND_B32, false, value, code.bits(SIGN));
        int nan = code.compute(Opcode.OR_B32, false, sign, code.bits(FINITE_TF32_NAN));
        code.emit(Opcode.SELECT, to.out(form), nan, limited, isNan(code, value), Modifiers.NONE);
    }

    private static int isNan(Code code, int value) {
        int truth = code.function().newPredicate();
        code.compare(Opcode.COMPARE_F32, truth, value, Comparison.UNORDERED, value);
        return truth;
    }

    /** A half of either kind, or two, limited to finite numbers. */
    private static void toFinite(FunctionEmitter to, Form form) {
        Code code = to.code();
        int value = code.compute(
                form.opcode(), false, to.in(form, 1), to.inIfPresent(form, 2), Code.NONE, form.modifiersOfOpcode());
        PtxType type = form.type(0);
        boolean isBfloat = type == PtxType.BF16 || type == PtxType.BF16X2;
        int most = isBfloat ? BF16_MOST : F16_MOST;
        boolean isPacked = type.isPacked();
        Opcode minimum = isPacked
                ? (isBfloat ? Opcode.MIN_BF16X2 : Opcode.MIN_F16X2)
                : isBfloat ? Opcode.MIN_BF16 : Opcode.MIN_F16;
        Opcode maximum = isPacked
                ? (isBfloat ? Opcode.MAX_BF16X2 : Opcode.MAX_F16X2)
                : isBfloat ? Opcode.MAX_BF16 : Opcode.MAX_F16;
        int least = form.has("relu") ? 0 : most | HALF_SIGN;
        int twice = isPacked ? TWICE : 1;
        int limited = limited(
                code,
                value,
                isPacked ? most * twice : most,
                isPacked ? least * twice : (short) least,
                minimum,
                maximum);
        code.move(to.out(form), limited);
    }

    private static int limited(Code code, int value, int most, int least, Opcode minimum, Opcode maximum) {
        int below = code.compute(minimum, false, value, code.bits(most), Code.NONE, PROPAGATING);
        return code.compute(maximum, false, below, code.bits(least), Code.NONE, PROPAGATING);
    }

    private static FormRow convert(String opcode) {
        return row(opcode + " d, a", ConversionForms::convert, Opcode.CONVERT);
    }

    private static void convert(FunctionEmitter to, Form form) {
        PtxType result = form.type(0);
        PtxType from = form.type(1);
        int destination = to.out(form);
        int source = to.in(form, 1);
        if (!from.isFloat() && !result.isFloat() && !form.has("sat")) {
            convertInteger(to, form, destination, source);
            return;
        }
        boolean plain = !form.has("sat") && !form.has("ftz");
        boolean toIntegral = form.modifiers().stream().anyMatch(each -> each.length() == 3 && each.endsWith("i"));
        if (from == result && plain && !toIntegral && !from.isHalf()) {
            to.code().move(destination, source);
            return;
        }
        boolean nearest = form.rounding() == Rounding.NEAREST || (from == PtxType.F32 && result == PtxType.F64);
        Opcode frequent = !plain
                ? null
                : form.has("rzi") && !result.isFloat()
                        ? truncating(from, result)
                        : nearest && !toIntegral ? toFloat(from, result) : null;
        if (frequent != null) {
            to.code().emit(frequent, destination, source, Code.NONE);
            return;
        }
        Modifiers.Convert general = (Modifiers.Convert) form.modifiersOfOpcode();
        to.code().emit(general.opcode(), destination, source, general);
        // A result of 16 bits without a sign has zeros above it in a wider register.
        PtxType register = to.operands().registerType(form.operand(0));
        if (result == PtxType.U16 && register != null && register.bits() > 16) {
            to.code().emit(Opcode.CVT_TO_U16, destination, destination, Code.NONE);
        }
    }

    private static @Nullable Opcode toFloat(PtxType from, PtxType to) {
        boolean doubles = to == PtxType.F64;
        if (!doubles && to != PtxType.F32) {
            return null;
        }
        return switch (from) {
            case S32 -> doubles ? Opcode.CVT_S32_TO_F64 : Opcode.CVT_S32_TO_F32;
            case U32 -> doubles ? Opcode.CVT_U32_TO_F64 : Opcode.CVT_U32_TO_F32;
            case S64 -> doubles ? Opcode.CVT_S64_TO_F64 : Opcode.CVT_S64_TO_F32;
            case U64 -> doubles ? Opcode.CVT_U64_TO_F64 : Opcode.CVT_U64_TO_F32;
            case F32 -> doubles ? Opcode.CVT_F32_TO_F64 : null;
            case F64 -> doubles ? null : Opcode.CVT_F64_TO_F32;
            default -> null;
        };
    }

    private static @Nullable Opcode truncating(PtxType from, PtxType to) {
        boolean doubles = from == PtxType.F64;
        if (!doubles && from != PtxType.F32) {
            return null;
        }
        return switch (to) {
            case S32 -> doubles ? Opcode.CVT_F64_TO_S32 : Opcode.CVT_F32_TO_S32;
            case U32 -> doubles ? Opcode.CVT_F64_TO_U32 : Opcode.CVT_F32_TO_U32;
            case S64 -> doubles ? Opcode.CVT_F64_TO_S64 : Opcode.CVT_F32_TO_S64;
            case U64 -> doubles ? Opcode.CVT_F64_TO_U64 : Opcode.CVT_F32_TO_U64;
            default -> null;
        };
    }

    private static void convertInteger(FunctionEmitter to, Form form, int destination, int source) {
        Code code = to.code();
        PtxType from = form.type(1);
        PtxType result = form.type(0);
        int number = from.bits() < 32 ? code.compute(cut(from, 32), false, source, Code.NONE) : source;
        if (result.bits() == 64 && from.bits() == 32) {
            Opcode extension = from.isSigned() ? Opcode.CVT_S32_TO_S64 : Opcode.CVT_U32_TO_U64;
            code.emit(extension, destination, number, Code.NONE);
        } else if (result.bits() == 64) {
            code.move(destination, number);
        } else {
            int low = from.bits() == 64 ? code.compute(Opcode.CVT_I64_TO_I32, false, number, Code.NONE) : number;
            PtxType register = to.operands().registerType(form.operand(0));
            if (result.bits() == 32) {
                code.move(destination, low);
            } else {
                code.emit(cut(result, register == null ? result.bits() : register.bits()), destination, low, Code.NONE);
            }
        }
    }

    /** What extends the low bits of a value of 8 or 16 bits; one of 16 bits is sign-extended in a register of 16. */
    private static Opcode cut(PtxType type, int registerBits) {
        if (type.bits() == 8) {
            return type.isSigned() ? Opcode.CVT_TO_S8 : Opcode.CVT_TO_U8;
        }
        return type.isSigned() || registerBits == 16 ? Opcode.CVT_TO_S16 : Opcode.CVT_TO_U16;
    }
}
