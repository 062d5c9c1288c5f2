package io.cdpsim.kernel.meaning;

import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Opcode;

/**
 * The table from opcodes to what they mean, for whoever has an instruction and the values of one lane. Compiled code calls the methods
 * themselves, of which {@link MeaningMethod} has the names. Choices and logic of predicates are in {@link PredicateMeaning}.
 */
public final class Meaning {
    private Meaning() {}

    /**
     * The result of an instruction that writes a register.
     *
     * @param detail {@link Detail#NONE}, or what the opcode takes
     * @param a first operand, as registers hold it
     * @param b second operand, anything if there is none
     * @param c third operand, anything if there is none
     */
    public static long compute(Opcode opcode, Detail detail, long a, long b, long c) {
        return detail instanceof Detail.None
                ? compute(opcode, a, b, c)
                : ModifiedMeaning.compute(opcode, Modifiers.of(detail), a, b, c);
    }

    /** The same for a detail as an integer, for who has many lanes. */
    public static long compute(Opcode opcode, int modifiers, long a, long b, long c) {
        return ModifiedMeaning.compute(opcode, modifiers, a, b, c);
    }

    /** The same without a detail. */
    public static long compute(Opcode opcode, long a, long b, long c) {
        return switch (opcode) {
            case MOV -> BitMeaning.mov(a);
            case ADD_I32 -> IntegerMeaning.addI32(a, b);
            case SUB_I32 -> IntegerMeaning.subI32(a, b);
            case MUL_I32 -> IntegerMeaning.mulI32(a, b);
            case MAD_I32 -> IntegerMeaning.madI32(a, b, c);
            case MULHI_S32 -> IntegerMeaning.mulhiS32(a, b);
            case MULHI_U32 -> IntegerMeaning.mulhiU32(a, b);
            case MADHI_S32 -> IntegerMeaning.madhiS32(a, b, c);
            case MADHI_U32 -> IntegerMeaning.madhiU32(a, b, c);
            case MUL24_LO_S32 -> IntegerMeaning.mul24LoS32(a, b);
            case MUL24_LO_U32 -> IntegerMeaning.mul24LoU32(a, b);
            case MUL24_HI_S32 -> IntegerMeaning.mul24HiS32(a, b);
            case MUL24_HI_U32 -> IntegerMeaning.mul24HiU32(a, b);
            case MAD24_LO_S32 -> IntegerMeaning.mad24LoS32(a, b, c);
            case MAD24_LO_U32 -> IntegerMeaning.mad24LoU32(a, b, c);
            case MAD24_HI_S32 -> IntegerMeaning.mad24HiS32(a, b, c);
            case MAD24_HI_U32 -> IntegerMeaning.mad24HiU32(a, b, c);
            case ADD_SAT_S32 -> IntegerMeaning.addSatS32(a, b);
            case SUB_SAT_S32 -> IntegerMeaning.subSatS32(a, b);
            case SAD_S32 -> IntegerMeaning.sadS32(a, b, c);
            case SAD_U32 -> IntegerMeaning.sadU32(a, b, c);
            case ADD_I16X2 -> ByteMeaning.addI16x2(a, b);
            case MIN_S16X2 -> ByteMeaning.minS16x2(a, b);
            case MAX_S16X2 -> ByteMeaning.maxS16x2(a, b);
            case MIN_U16X2 -> ByteMeaning.minU16x2(a, b);
            case MAX_U16X2 -> ByteMeaning.maxU16x2(a, b);
            case DIV_S32 -> IntegerMeaning.divS32(a, b);
            case DIV_U32 -> IntegerMeaning.divU32(a, b);
            case REM_S32 -> IntegerMeaning.remS32(a, b);
            case REM_U32 -> IntegerMeaning.remU32(a, b);
            case MIN_S32 -> IntegerMeaning.minS32(a, b);
            case MAX_S32 -> IntegerMeaning.maxS32(a, b);
            case MIN_U32 -> IntegerMeaning.minU32(a, b);
            case MAX_U32 -> IntegerMeaning.maxU32(a, b);
            case NEG_I32 -> IntegerMeaning.negI32(a);
            case ABS_S32 -> IntegerMeaning.absS32(a);
            case AND_B32 -> BitMeaning.andB32(a, b);
            case OR_B32 -> BitMeaning.orB32(a, b);
            case XOR_B32 -> BitMeaning.xorB32(a, b);
            case NOT_B32 -> BitMeaning.notB32(a);
            case SHL_B32 -> BitMeaning.shlB32(a, b);
            case SHR_S32 -> BitMeaning.shrS32(a, b);
            case SHR_U32 -> BitMeaning.shrU32(a, b);
            case POPC_B32 -> BitMeaning.popcB32(a);
            case CLZ_B32 -> BitMeaning.clzB32(a);
            case BREV_B32 -> BitMeaning.brevB32(a);
            case BFE_U32 -> FieldMeaning.bfeU32(a, b, c);
            case BFE_S32 -> FieldMeaning.bfeS32(a, b, c);
            case BFI_B32 -> FieldMeaning.bfiB32(a, b, c);
            case FNS_B32 -> BitMeaning.fnsB32(a, b, c);
            case AND_B64 -> BitMeaning.andB64(a, b);
            case OR_B64 -> BitMeaning.orB64(a, b);
            case XOR_B64 -> BitMeaning.xorB64(a, b);
            case NOT_B64 -> BitMeaning.notB64(a);
            case SHL_B64 -> BitMeaning.shlB64(a, b);
            case SHR_S64 -> BitMeaning.shrS64(a, b);
            case SHR_U64 -> BitMeaning.shrU64(a, b);
            case POPC_B64 -> BitMeaning.popcB64(a);
            case CLZ_B64 -> BitMeaning.clzB64(a);
            case BREV_B64 -> BitMeaning.brevB64(a);
            case BFE_U64 -> FieldMeaning.bfeU64(a, b, c);
            case BFE_S64 -> FieldMeaning.bfeS64(a, b, c);
            case BFI_B64 -> FieldMeaning.bfiB64(a, b, c);
            default -> wide(opcode, a, b, c);
        };
    }

    private static long wide(Opcode opcode, long a, long b, long c) {
        return switch (opcode) {
            case MUL_WIDE_S32 -> WideMeaning.mulWideS32(a, b);
            case MUL_WIDE_U32 -> WideMeaning.mulWideU32(a, b);
            case MAD_WIDE_S32 -> WideMeaning.madWideS32(a, b, c);
            case MAD_WIDE_U32 -> WideMeaning.madWideU32(a, b, c);
            case ADD_I64 -> WideMeaning.addI64(a, b);
            case SUB_I64 -> WideMeaning.subI64(a, b);
            case MUL_I64 -> WideMeaning.mulI64(a, b);
            case MAD_I64 -> WideMeaning.madI64(a, b, c);
            case MULHI_S64 -> WideMeaning.mulhiS64(a, b);
            case MULHI_U64 -> WideMeaning.mulhiU64(a, b);
            case MADHI_S64 -> WideMeaning.madhiS64(a, b, c);
            case MADHI_U64 -> WideMeaning.madhiU64(a, b, c);
            case SAD_S64 -> WideMeaning.sadS64(a, b, c);
            case SAD_U64 -> WideMeaning.sadU64(a, b, c);
            case DIV_S64 -> WideMeaning.divS64(a, b);
            case DIV_U64 -> WideMeaning.divU64(a, b);
            case REM_S64 -> WideMeaning.remS64(a, b);
            case REM_U64 -> WideMeaning.remU64(a, b);
            case MIN_S64 -> WideMeaning.minS64(a, b);
            case MAX_S64 -> WideMeaning.maxS64(a, b);
            case MIN_U64 -> WideMeaning.minU64(a, b);
            case MAX_U64 -> WideMeaning.maxU64(a, b);
            case NEG_I64 -> WideMeaning.negI64(a);
            case ABS_S64 -> WideMeaning.absS64(a);
            default -> floating(opcode, a, b, c);
        };
    }

    private static long floating(Opcode opcode, long a, long b, long c) {
        return switch (opcode) {
            case ADD_F32 -> SingleMeaning.addF32(a, b);
            case SUB_F32 -> SingleMeaning.subF32(a, b);
            case MUL_F32 -> SingleMeaning.mulF32(a, b);
            case FMA_F32 -> SingleMeaning.fmaF32(a, b, c);
            case MIN_F32 -> SingleMeaning.minF32(a, b);
            case MAX_F32 -> SingleMeaning.maxF32(a, b);
            case NEG_F32 -> SingleMeaning.negF32(a);
            case ABS_F32 -> SingleMeaning.absF32(a);
            case COPYSIGN_F32 -> SingleMeaning.copysignF32(a, b);
            case DIV_F32 -> SingleMeaning.divF32(a, b);
            case SQRT_F32 -> SingleMeaning.sqrtF32(a);
            case RSQRT_F32 -> SingleMeaning.rsqrtF32(a);
            case RCP_F32 -> SingleMeaning.rcpF32(a);
            case SIN_F32 -> SingleMeaning.sinF32(a);
            case COS_F32 -> SingleMeaning.cosF32(a);
            case EX2_F32 -> SingleMeaning.ex2F32(a);
            case LG2_F32 -> SingleMeaning.lg2F32(a);
            case TANH_F32 -> SingleMeaning.tanhF32(a);
            case ADD_F64 -> DoubleMeaning.addF64(a, b);
            case SUB_F64 -> DoubleMeaning.subF64(a, b);
            case MUL_F64 -> DoubleMeaning.mulF64(a, b);
            case FMA_F64 -> DoubleMeaning.fmaF64(a, b, c);
            case MIN_F64 -> DoubleMeaning.minF64(a, b);
            case MAX_F64 -> DoubleMeaning.maxF64(a, b);
            case NEG_F64 -> DoubleMeaning.negF64(a);
            case ABS_F64 -> DoubleMeaning.absF64(a);
            case COPYSIGN_F64 -> DoubleMeaning.copysignF64(a, b);
            case DIV_F64 -> DoubleMeaning.divF64(a, b);
            case SQRT_F64 -> DoubleMeaning.sqrtF64(a);
            case RSQRT_F64 -> DoubleMeaning.rsqrtF64(a);
            case RCP_F64 -> DoubleMeaning.rcpF64(a);
            default -> conversion(opcode, a, b, c);
        };
    }

    private static long conversion(Opcode opcode, long a, long b, long c) {
        return switch (opcode) {
            case CVT_S32_TO_S64 -> ConversionMeaning.cvtS32ToS64(a);
            case CVT_U32_TO_U64 -> ConversionMeaning.cvtU32ToU64(a);
            case CVT_I64_TO_I32 -> ConversionMeaning.cvtI64ToI32(a);
            case CVT_TO_S8 -> ConversionMeaning.cvtToS8(a);
            case CVT_TO_U8 -> ConversionMeaning.cvtToU8(a);
            case CVT_TO_S16 -> ConversionMeaning.cvtToS16(a);
            case CVT_TO_U16 -> ConversionMeaning.cvtToU16(a);
            case CVT_S32_TO_F32 -> ConversionMeaning.cvtS32ToF32(a);
            case CVT_U32_TO_F32 -> ConversionMeaning.cvtU32ToF32(a);
            case CVT_S64_TO_F32 -> ConversionMeaning.cvtS64ToF32(a);
            case CVT_U64_TO_F32 -> ConversionMeaning.cvtU64ToF32(a);
            case CVT_S32_TO_F64 -> ConversionMeaning.cvtS32ToF64(a);
            case CVT_U32_TO_F64 -> ConversionMeaning.cvtU32ToF64(a);
            case CVT_S64_TO_F64 -> ConversionMeaning.cvtS64ToF64(a);
            case CVT_U64_TO_F64 -> ConversionMeaning.cvtU64ToF64(a);
            case CVT_F32_TO_S32 -> ConversionMeaning.cvtF32ToS32(a);
            case CVT_F32_TO_U32 -> ConversionMeaning.cvtF32ToU32(a);
            case CVT_F32_TO_S64 -> ConversionMeaning.cvtF32ToS64(a);
            case CVT_F32_TO_U64 -> ConversionMeaning.cvtF32ToU64(a);
            case CVT_F64_TO_S32 -> ConversionMeaning.cvtF64ToS32(a);
            case CVT_F64_TO_U32 -> ConversionMeaning.cvtF64ToU32(a);
            case CVT_F64_TO_S64 -> ConversionMeaning.cvtF64ToS64(a);
            case CVT_F64_TO_U64 -> ConversionMeaning.cvtF64ToU64(a);
            case CVT_F32_TO_F64 -> ConversionMeaning.cvtF32ToF64(a);
            case CVT_F64_TO_F32 -> ConversionMeaning.cvtF64ToF32(a);
            default -> ModifiedMeaning.compute(opcode, 0, a, b, c);
        };
    }

    /** The answer of a comparison or another question about values. */
    public static boolean test(Opcode opcode, Detail detail, long a, long b) {
        return test(opcode, Modifiers.of(detail), a, b);
    }

    /** The same for a detail as an integer. */
    public static boolean test(Opcode opcode, int modifiers, long a, long b) {
        return switch (opcode) {
            case COMPARE_S32 -> ComparisonMeaning.compareS32(a, b, modifiers);
            case COMPARE_U32 -> ComparisonMeaning.compareU32(a, b, modifiers);
            case COMPARE_S64 -> ComparisonMeaning.compareS64(a, b, modifiers);
            case COMPARE_U64 -> ComparisonMeaning.compareU64(a, b, modifiers);
            case COMPARE_F32 -> ComparisonMeaning.compareF32(a, b, modifiers);
            case COMPARE_F64 -> ComparisonMeaning.compareF64(a, b, modifiers);
            case COMPARE_F16 -> ComparisonMeaning.compareF16(a, b, modifiers);
            case COMPARE_BF16 -> ComparisonMeaning.compareBf16(a, b, modifiers);
            case CLASSIFY_F32 -> ComparisonMeaning.classifyF32(a, modifiers);
            case CLASSIFY_F64 -> ComparisonMeaning.classifyF64(a, modifiers);
            default -> throw new IllegalStateException(opcode + " asks nothing");
        };
    }
}
