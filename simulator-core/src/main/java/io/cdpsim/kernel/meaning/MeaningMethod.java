package io.cdpsim.kernel.meaning;

import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Opcode;
import java.util.Locale;

/**
 * The method that says what an instruction means, for a compiler of kernels: {@code static}, public, on {@code operands} values of type
 * {@code long}, followed by an {@code int} with the modifiers if it takes them; it returns a {@code long}, or a {@code boolean} if the
 * opcode writes a predicate.
 *
 * @param holder the class that has it
 * @param name the opcode's name in camel case
 * @param operands how many operands it takes
 * @param takesModifiers whether the modifiers come last
 * @param modifiers the detail as {@link Modifiers} has it
 */
public record MeaningMethod(Class<?> holder, String name, int operands, boolean takesModifiers, int modifiers) {
    /**
     * The method of an opcode that only computes, {@code SELECT} and logic of predicates aside.
     *
     * @throws IllegalArgumentException if the opcode does more
     */
    public static MeaningMethod of(Opcode opcode, Detail detail) {
        boolean modified = !(detail instanceof Detail.None) || alwaysTakesModifiers(opcode);
        return new MeaningMethod(holderOf(opcode), nameOf(opcode), operandsOf(opcode), modified, Modifiers.of(detail));
    }

    /** The descriptor of the method, as class files have it. */
    public String descriptor() {
        String result = holder == ComparisonMeaning.class ? "Z" : "J";
        return "(" + "J".repeat(operands) + (takesModifiers ? "I" : "") + ")" + result;
    }

    private static String nameOf(Opcode opcode) {
        StringBuilder name = new StringBuilder();
        for (String part : opcode.name().split("_", -1)) {
            String lower = part.toLowerCase(Locale.ROOT);
            name.append(name.isEmpty() ? lower : part.charAt(0) + lower.substring(1));
        }
        return name.toString();
    }

    private static Class<?> holderOf(Opcode opcode) {
        return switch (opcode) {
            case MOV, AND_B32, OR_B32, XOR_B32, NOT_B32, SHL_B32, SHR_S32, SHR_U32, POPC_B32 -> BitMeaning.class;
            case CLZ_B32, BREV_B32, BFIND_S32, BFIND_U32, FNS_B32, LOP3_B32, SHF_LEFT_B32 -> BitMeaning.class;
            case SHF_RIGHT_B32, AND_B64, OR_B64, XOR_B64, NOT_B64, SHL_B64, SHR_S64, SHR_U64 -> BitMeaning.class;
            case POPC_B64, CLZ_B64, BREV_B64, BFIND_S64, BFIND_U64 -> BitMeaning.class;
            case ADD_I32, SUB_I32, MUL_I32, MAD_I32, MULHI_S32, MULHI_U32, MADHI_S32 -> IntegerMeaning.class;
            case MADHI_U32, MUL24_LO_S32, MUL24_LO_U32, MUL24_HI_S32, MUL24_HI_U32 -> IntegerMeaning.class;
            case MAD24_LO_S32, MAD24_LO_U32, MAD24_HI_S32, MAD24_HI_U32, ADD_SAT_S32 -> IntegerMeaning.class;
            case SUB_SAT_S32, SAD_S32, SAD_U32, DIV_S32, DIV_U32, REM_S32, REM_U32, MIN_S32 -> IntegerMeaning.class;
            case MAX_S32, MIN_U32, MAX_U32, NEG_I32, ABS_S32 -> IntegerMeaning.class;
            case DP4A_B32, DP2A_B32, ADD_I16X2, MIN_S16X2, MAX_S16X2, MIN_U16X2, MAX_U16X2 -> ByteMeaning.class;
            case PRMT_B32 -> ByteMeaning.class;
            case BFE_U32, BFE_S32, BFI_B32, SZEXT_S32, SZEXT_U32, BMSK_B32, BFE_U64, BFE_S64 -> FieldMeaning.class;
            case BFI_B64 -> FieldMeaning.class;
            case MUL_WIDE_S32, MUL_WIDE_U32, MAD_WIDE_S32, MAD_WIDE_U32, ADD_I64, SUB_I64 -> WideMeaning.class;
            case MUL_I64, MAD_I64, MULHI_S64, MULHI_U64, MADHI_S64, MADHI_U64, SAD_S64, SAD_U64 -> WideMeaning.class;
            case DIV_S64, DIV_U64, REM_S64, REM_U64, MIN_S64, MAX_S64, MIN_U64, MAX_U64, NEG_I64 -> WideMeaning.class;
            case ABS_S64 -> WideMeaning.class;
            case ADD_F32, SUB_F32, MUL_F32, FMA_F32, MIN_F32, MAX_F32, NEG_F32, ABS_F32 -> SingleMeaning.class;
            case COPYSIGN_F32, DIV_F32, SQRT_F32, RSQRT_F32, RCP_F32, SIN_F32, COS_F32 -> SingleMeaning.class;
            case EX2_F32, LG2_F32, TANH_F32 -> SingleMeaning.class;
            case ADD_F64, SUB_F64, MUL_F64, FMA_F64, MIN_F64, MAX_F64, NEG_F64, ABS_F64 -> DoubleMeaning.class;
            case COPYSIGN_F64, DIV_F64, SQRT_F64, RSQRT_F64, RCP_F64 -> DoubleMeaning.class;
            case ADD_F16, SUB_F16, MUL_F16, FMA_F16, MIN_F16, MAX_F16, NEG_F16, ABS_F16, EX2_F16 -> HalfMeaning.class;
            case TANH_F16, ADD_BF16, SUB_BF16, MUL_BF16, FMA_BF16, MIN_BF16, MAX_BF16, NEG_BF16 -> HalfMeaning.class;
            case ABS_BF16, EX2_BF16, TANH_BF16 -> HalfMeaning.class;
            case ADD_F16X2, SUB_F16X2, MUL_F16X2, FMA_F16X2, MIN_F16X2, MAX_F16X2, NEG_F16X2 -> PackedMeaning.class;
            case ABS_F16X2, EX2_F16X2, TANH_F16X2, ADD_BF16X2, SUB_BF16X2, MUL_BF16X2 -> PackedMeaning.class;
            case FMA_BF16X2, MIN_BF16X2, MAX_BF16X2, NEG_BF16X2, ABS_BF16X2, EX2_BF16X2 -> PackedMeaning.class;
            case TANH_BF16X2 -> PackedMeaning.class;
            case CVT_S32_TO_S64, CVT_U32_TO_U64, CVT_I64_TO_I32, CVT_TO_S8, CVT_TO_U8 -> ConversionMeaning.class;
            case CVT_TO_S16, CVT_TO_U16, CVT_S32_TO_F32, CVT_U32_TO_F32, CVT_S64_TO_F32 -> ConversionMeaning.class;
            case CVT_U64_TO_F32, CVT_S32_TO_F64, CVT_U32_TO_F64, CVT_S64_TO_F64 -> ConversionMeaning.class;
            case CVT_U64_TO_F64, CVT_F32_TO_S32, CVT_F32_TO_U32, CVT_F32_TO_S64 -> ConversionMeaning.class;
            case CVT_F32_TO_U64, CVT_F64_TO_S32, CVT_F64_TO_U32, CVT_F64_TO_S64 -> ConversionMeaning.class;
            case CVT_F64_TO_U64, CVT_F32_TO_F64, CVT_F64_TO_F32, CONVERT, CONVERT_F64 -> ConversionMeaning.class;
            case CONVERT_PACKED -> ConversionMeaning.class;
            case COMPARE_S32, COMPARE_U32, COMPARE_S64, COMPARE_U64, COMPARE_F32 -> ComparisonMeaning.class;
            case COMPARE_F64, COMPARE_F16, COMPARE_BF16, CLASSIFY_F32, CLASSIFY_F64 -> ComparisonMeaning.class;
            default -> throw new IllegalArgumentException(opcode + " does more than compute");
        };
    }

    private static int operandsOf(Opcode opcode) {
        return switch (opcode) {
            case MOV, NEG_I32, ABS_S32, NOT_B32, POPC_B32, CLZ_B32, BREV_B32, BFIND_S32, BFIND_U32, NEG_I64 -> 1;
            case ABS_S64, NOT_B64, POPC_B64, CLZ_B64, BREV_B64, BFIND_S64, BFIND_U64, NEG_F32, ABS_F32, SQRT_F32 -> 1;
            case RSQRT_F32, RCP_F32, SIN_F32, COS_F32, EX2_F32, LG2_F32, TANH_F32, NEG_F64, ABS_F64, SQRT_F64 -> 1;
            case RSQRT_F64, RCP_F64, NEG_F16, ABS_F16, EX2_F16, TANH_F16, NEG_BF16, ABS_BF16, EX2_BF16 -> 1;
            case TANH_BF16, NEG_F16X2, ABS_F16X2, EX2_F16X2, TANH_F16X2, NEG_BF16X2, ABS_BF16X2, EX2_BF16X2 -> 1;
            case TANH_BF16X2, CVT_S32_TO_S64, CVT_U32_TO_U64, CVT_I64_TO_I32, CVT_TO_S8, CVT_TO_U8, CVT_TO_S16 -> 1;
            case CVT_TO_U16, CVT_S32_TO_F32, CVT_U32_TO_F32, CVT_S64_TO_F32, CVT_U64_TO_F32, CVT_S32_TO_F64 -> 1;
            case CVT_U32_TO_F64, CVT_S64_TO_F64, CVT_U64_TO_F64, CVT_F32_TO_S32, CVT_F32_TO_U32, CVT_F32_TO_S64 -> 1;
            case CVT_F32_TO_U64, CVT_F64_TO_S32, CVT_F64_TO_U32, CVT_F64_TO_S64, CVT_F64_TO_U64, CVT_F32_TO_F64 -> 1;
            case CVT_F64_TO_F32, CONVERT, CONVERT_F64, CLASSIFY_F32, CLASSIFY_F64 -> 1;
            case MAD_I32, MADHI_S32, MADHI_U32, MAD24_LO_S32, MAD24_LO_U32, MAD24_HI_S32, MAD24_HI_U32, SAD_S32 -> 3;
            case SAD_U32, DP4A_B32, DP2A_B32, BFE_U32, BFE_S32, BFI_B32, FNS_B32, PRMT_B32, LOP3_B32 -> 3;
            case SHF_LEFT_B32, SHF_RIGHT_B32, MAD_WIDE_S32, MAD_WIDE_U32, MAD_I64, MADHI_S64, MADHI_U64, SAD_S64 -> 3;
            case SAD_U64, BFE_U64, BFE_S64, BFI_B64, FMA_F32, FMA_F64, FMA_F16, FMA_BF16, FMA_F16X2, FMA_BF16X2 -> 3;
            default -> 2;
        };
    }

    private static boolean alwaysTakesModifiers(Opcode opcode) {
        Class<?> holder = holderOf(opcode);
        return switch (opcode) {
            case DP4A_B32, DP2A_B32, BFIND_S32, BFIND_U32, PRMT_B32, LOP3_B32, SHF_LEFT_B32, SHF_RIGHT_B32 -> true;
            case SZEXT_S32, SZEXT_U32, BMSK_B32, BFIND_S64, BFIND_U64, CONVERT, CONVERT_F64, CONVERT_PACKED -> true;
            default ->
                holder == HalfMeaning.class || holder == PackedMeaning.class || holder == ComparisonMeaning.class;
        };
    }
}
