package io.cdpsim.kernel.verification;

import static io.cdpsim.kernel.verification.Slot.ANYTHING;
import static io.cdpsim.kernel.verification.Slot.AS_WIDE;
import static io.cdpsim.kernel.verification.Slot.B32;
import static io.cdpsim.kernel.verification.Slot.B64;
import static io.cdpsim.kernel.verification.Slot.EMPTY;
import static io.cdpsim.kernel.verification.Slot.F32;
import static io.cdpsim.kernel.verification.Slot.F64;
import static io.cdpsim.kernel.verification.Slot.I32;
import static io.cdpsim.kernel.verification.Slot.I64;
import static io.cdpsim.kernel.verification.Slot.PREDICATE;

import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.RegisterType;
import java.util.EnumMap;
import java.util.Map;

/**
 * What an instruction that only computes wants in its places, as PTX's instruction set says: logic takes bits of any meaning, arithmetic
 * the type in its name, shifts a distance of 32 bits whatever they shift.
 *
 * @param destination what it writes
 * @param a first operand
 * @param b second operand
 * @param c third operand
 */
record ArithmeticForm(Slot destination, Slot a, Slot b, Slot c) {
    private static final Map<Opcode, ArithmeticForm> FORMS = new EnumMap<>(Opcode.class);

    static {
        for (Opcode opcode : Opcode.values()) {
            if (opcode.isArithmetic()) {
                FORMS.put(opcode, find(opcode));
            }
        }
    }

    /** The form of an opcode for which {@link Opcode#isArithmetic} holds. */
    static ArithmeticForm of(Opcode opcode) {
        ArithmeticForm form = FORMS.get(opcode);
        if (form == null) {
            throw new IllegalArgumentException(opcode + " does more than compute");
        }
        return form;
    }

    /** The form of an opcode with a detail that it takes. */
    static ArithmeticForm of(Opcode opcode, Detail detail) {
        boolean converts = opcode == Opcode.CONVERT || opcode == Opcode.CONVERT_F64;
        return converts && detail instanceof Detail.Convert convert
                ? unary(new Slot.Value(RegisterType.of(convert.to())), new Slot.Value(RegisterType.of(convert.from())))
                : of(opcode);
    }

    private static ArithmeticForm find(Opcode opcode) {
        return switch (opcode) {
            case MOV -> unary(AS_WIDE, AS_WIDE);
            case SELECT -> new ArithmeticForm(AS_WIDE, AS_WIDE, AS_WIDE, PREDICATE);
            case ADD_I32, SUB_I32, MUL_I32, MULHI_S32, MULHI_U32 -> binary(I32, I32);
            case DIV_S32, DIV_U32, REM_S32, REM_U32, MIN_S32, MAX_S32, MIN_U32, MAX_U32 -> binary(I32, I32);
            case MAD_I32 -> ternary(I32, I32, I32);
            case NEG_I32, ABS_S32 -> unary(I32, I32);
            case AND_B32, OR_B32, XOR_B32 -> binary(B32, B32);
            case NOT_B32, BREV_B32 -> unary(B32, B32);
            case SHL_B32 -> new ArithmeticForm(B32, B32, I32, EMPTY);
            case SHR_S32, SHR_U32 -> binary(I32, I32);
            case POPC_B32, CLZ_B32 -> unary(I32, B32);
            case BFE_U32, BFE_S32 -> ternary(I32, I32, I32);
            case MUL_WIDE_S32, MUL_WIDE_U32 -> binary(I64, I32);
            case MAD_WIDE_S32, MAD_WIDE_U32 -> ternary(I64, I32, I64);
            case ADD_I64, SUB_I64, MUL_I64, MULHI_S64, MULHI_U64 -> binary(I64, I64);
            case DIV_S64, DIV_U64, REM_S64, REM_U64, MIN_S64, MAX_S64, MIN_U64, MAX_U64 -> binary(I64, I64);
            case MAD_I64 -> ternary(I64, I64, I64);
            case NEG_I64, ABS_S64 -> unary(I64, I64);
            case AND_B64, OR_B64, XOR_B64 -> binary(B64, B64);
            case NOT_B64, BREV_B64 -> unary(B64, B64);
            case SHL_B64 -> new ArithmeticForm(B64, B64, I32, EMPTY);
            case SHR_S64, SHR_U64 -> new ArithmeticForm(I64, I64, I32, EMPTY);
            case POPC_B64, CLZ_B64 -> unary(I32, B64);
            case ADD_F32, SUB_F32, MUL_F32, MIN_F32, MAX_F32, DIV_F32 -> binary(F32, F32);
            case FMA_F32 -> ternary(F32, F32, F32);
            case NEG_F32, ABS_F32, SQRT_F32, RSQRT_F32, RCP_F32, SIN_F32, COS_F32, EX2_F32, LG2_F32 -> unary(F32, F32);
            case ADD_F64, SUB_F64, MUL_F64, MIN_F64, MAX_F64, DIV_F64 -> binary(F64, F64);
            case FMA_F64 -> ternary(F64, F64, F64);
            case NEG_F64, ABS_F64, SQRT_F64, RSQRT_F64, RCP_F64 -> unary(F64, F64);
            case CVT_S32_TO_S64, CVT_U32_TO_U64 -> unary(I64, I32);
            case CVT_I64_TO_I32 -> unary(I32, I64);
            case CVT_TO_S8, CVT_TO_U8, CVT_TO_S16, CVT_TO_U16 -> unary(I32, I32);
            case CVT_S32_TO_F32, CVT_U32_TO_F32 -> unary(F32, I32);
            case CVT_S64_TO_F32, CVT_U64_TO_F32 -> unary(F32, I64);
            case CVT_S32_TO_F64, CVT_U32_TO_F64 -> unary(F64, I32);
            case CVT_S64_TO_F64, CVT_U64_TO_F64 -> unary(F64, I64);
            case CVT_F32_TO_S32, CVT_F32_TO_U32 -> unary(I32, F32);
            case CVT_F32_TO_S64, CVT_F32_TO_U64 -> unary(I64, F32);
            case CVT_F64_TO_S32, CVT_F64_TO_U32 -> unary(I32, F64);
            case CVT_F64_TO_S64, CVT_F64_TO_U64 -> unary(I64, F64);
            case CVT_F32_TO_F64 -> unary(F64, F32);
            case CVT_F64_TO_F32 -> unary(F32, F64);
            case COMPARE_S32, COMPARE_U32 -> binary(PREDICATE, I32);
            case COMPARE_S64, COMPARE_U64 -> binary(PREDICATE, I64);
            case COMPARE_F32 -> binary(PREDICATE, F32);
            case COMPARE_F64 -> binary(PREDICATE, F64);
            case COMPARE_F16, COMPARE_BF16 -> binary(PREDICATE, B32);
            case CLASSIFY_F32 -> unary(PREDICATE, F32);
            case CLASSIFY_F64 -> unary(PREDICATE, F64);
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR -> binary(PREDICATE, PREDICATE);
            case PREDICATE_NOT -> unary(PREDICATE, PREDICATE);
            default -> findOfPtx(opcode);
        };
    }

    /** What only PTX asks for. Halves share the registers of 16-bit integers, as PTX's {@code .b16} and {@code .b32} do. */
    private static ArithmeticForm findOfPtx(Opcode opcode) {
        return switch (opcode) {
            case MADHI_S32, MADHI_U32, MAD24_LO_S32, MAD24_LO_U32, MAD24_HI_S32, MAD24_HI_U32 -> ternary(I32, I32, I32);
            case SAD_S32, SAD_U32, DP4A_B32, DP2A_B32 -> ternary(I32, I32, I32);
            case MUL24_LO_S32, MUL24_LO_U32, MUL24_HI_S32, MUL24_HI_U32, ADD_SAT_S32, SUB_SAT_S32 -> binary(I32, I32);
            case ADD_I16X2, MIN_S16X2, MAX_S16X2, MIN_U16X2, MAX_U16X2 -> binary(B32, B32);
            case BFI_B32, FNS_B32, PRMT_B32, SHF_LEFT_B32, SHF_RIGHT_B32 -> new ArithmeticForm(B32, B32, B32, I32);
            case LOP3_B32 -> ternary(B32, B32, B32);
            case BFIND_S32, BFIND_U32 -> unary(I32, I32);
            case SZEXT_S32, SZEXT_U32, BMSK_B32 -> binary(I32, I32);
            case MADHI_S64, MADHI_U64, SAD_S64, SAD_U64 -> ternary(I64, I64, I64);
            case BFE_S64, BFE_U64 -> new ArithmeticForm(I64, I64, I32, I32);
            case BFI_B64 -> new ArithmeticForm(B64, B64, B64, I32);
            case BFIND_S64, BFIND_U64 -> unary(I32, I64);
            case COPYSIGN_F32 -> binary(F32, F32);
            case COPYSIGN_F64 -> binary(F64, F64);
            case TANH_F32 -> unary(F32, F32);
            case ADD_F16, SUB_F16, MUL_F16, MIN_F16, MAX_F16, ADD_BF16, SUB_BF16, MUL_BF16, MIN_BF16, MAX_BF16 ->
                binary(B32, B32);
            case ADD_F16X2, SUB_F16X2, MUL_F16X2, MIN_F16X2, MAX_F16X2 -> binary(B32, B32);
            case ADD_BF16X2, SUB_BF16X2, MUL_BF16X2, MIN_BF16X2, MAX_BF16X2 -> binary(B32, B32);
            case FMA_F16, FMA_BF16, FMA_F16X2, FMA_BF16X2 -> ternary(B32, B32, B32);
            case NEG_F16, ABS_F16, EX2_F16, TANH_F16, NEG_BF16, ABS_BF16, EX2_BF16, TANH_BF16 -> unary(B32, B32);
            case NEG_F16X2, ABS_F16X2, EX2_F16X2, TANH_F16X2 -> unary(B32, B32);
            case NEG_BF16X2, ABS_BF16X2, EX2_BF16X2, TANH_BF16X2 -> unary(B32, B32);
            // Detail.Convert says more.
            case CONVERT, CONVERT_F64 -> unary(ANYTHING, ANYTHING);
            case CONVERT_PACKED -> binary(B32, F32);
            default -> throw new IllegalStateException(opcode + " has no form");
        };
    }

    private static ArithmeticForm unary(Slot destination, Slot a) {
        return new ArithmeticForm(destination, a, EMPTY, EMPTY);
    }

    private static ArithmeticForm binary(Slot destination, Slot operands) {
        return new ArithmeticForm(destination, operands, operands, EMPTY);
    }

    private static ArithmeticForm ternary(Slot destination, Slot factors, Slot c) {
        return new ArithmeticForm(destination, factors, factors, c);
    }
}
