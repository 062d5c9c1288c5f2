package io.cdpsim.kernel.meaning;

import io.cdpsim.kernel.code.Opcode;

/** The part of the table where a detail counts, as the integer of {@link Modifiers}. */
final class ModifiedMeaning {
    private ModifiedMeaning() {}

    static long compute(Opcode opcode, int modifiers, long a, long b, long c) {
        return switch (opcode) {
            case DP4A_B32 -> ByteMeaning.dp4aB32(a, b, c, modifiers);
            case DP2A_B32 -> ByteMeaning.dp2aB32(a, b, c, modifiers);
            case BFIND_S32 -> BitMeaning.bfindS32(a, modifiers);
            case BFIND_U32 -> BitMeaning.bfindU32(a, modifiers);
            case PRMT_B32 -> ByteMeaning.prmtB32(a, b, c, modifiers);
            case LOP3_B32 -> BitMeaning.lop3B32(a, b, c, modifiers);
            case SHF_LEFT_B32 -> BitMeaning.shfLeftB32(a, b, c, modifiers);
            case SHF_RIGHT_B32 -> BitMeaning.shfRightB32(a, b, c, modifiers);
            case SZEXT_S32 -> FieldMeaning.szextS32(a, b, modifiers);
            case SZEXT_U32 -> FieldMeaning.szextU32(a, b, modifiers);
            case BMSK_B32 -> FieldMeaning.bmskB32(a, b, modifiers);
            case BFIND_S64 -> BitMeaning.bfindS64(a, modifiers);
            case BFIND_U64 -> BitMeaning.bfindU64(a, modifiers);
            case ADD_F32 -> SingleMeaning.addF32(a, b, modifiers);
            case SUB_F32 -> SingleMeaning.subF32(a, b, modifiers);
            case MUL_F32 -> SingleMeaning.mulF32(a, b, modifiers);
            case FMA_F32 -> SingleMeaning.fmaF32(a, b, c, modifiers);
            case MIN_F32 -> SingleMeaning.minF32(a, b, modifiers);
            case MAX_F32 -> SingleMeaning.maxF32(a, b, modifiers);
            case NEG_F32 -> SingleMeaning.negF32(a, modifiers);
            case ABS_F32 -> SingleMeaning.absF32(a, modifiers);
            case DIV_F32 -> SingleMeaning.divF32(a, b, modifiers);
            case SQRT_F32 -> SingleMeaning.sqrtF32(a, modifiers);
            case RSQRT_F32 -> SingleMeaning.rsqrtF32(a, modifiers);
            case RCP_F32 -> SingleMeaning.rcpF32(a, modifiers);
            case SIN_F32 -> SingleMeaning.sinF32(a, modifiers);
            case COS_F32 -> SingleMeaning.cosF32(a, modifiers);
            case EX2_F32 -> SingleMeaning.ex2F32(a, modifiers);
            case LG2_F32 -> SingleMeaning.lg2F32(a, modifiers);
            case TANH_F32 -> SingleMeaning.tanhF32(a, modifiers);
            case ADD_F64 -> DoubleMeaning.addF64(a, b, modifiers);
            case SUB_F64 -> DoubleMeaning.subF64(a, b, modifiers);
            case MUL_F64 -> DoubleMeaning.mulF64(a, b, modifiers);
            case FMA_F64 -> DoubleMeaning.fmaF64(a, b, c, modifiers);
            case MIN_F64 -> DoubleMeaning.minF64(a, b, modifiers);
            case MAX_F64 -> DoubleMeaning.maxF64(a, b, modifiers);
            case DIV_F64 -> DoubleMeaning.divF64(a, b, modifiers);
            case SQRT_F64 -> DoubleMeaning.sqrtF64(a, modifiers);
            case RSQRT_F64 -> DoubleMeaning.rsqrtF64(a, modifiers);
            case RCP_F64 -> DoubleMeaning.rcpF64(a, modifiers);
            case CONVERT -> ConversionMeaning.convert(a, modifiers);
            case CONVERT_F64 -> ConversionMeaning.convertF64(a, modifiers);
            case CONVERT_PACKED -> ConversionMeaning.convertPacked(a, b, modifiers);
            default -> half(opcode, modifiers, a, b, c);
        };
    }

    private static long half(Opcode opcode, int modifiers, long a, long b, long c) {
        return switch (opcode) {
            case ADD_F16 -> HalfMeaning.addF16(a, b, modifiers);
            case SUB_F16 -> HalfMeaning.subF16(a, b, modifiers);
            case MUL_F16 -> HalfMeaning.mulF16(a, b, modifiers);
            case FMA_F16 -> HalfMeaning.fmaF16(a, b, c, modifiers);
            case MIN_F16 -> HalfMeaning.minF16(a, b, modifiers);
            case MAX_F16 -> HalfMeaning.maxF16(a, b, modifiers);
            case NEG_F16 -> HalfMeaning.negF16(a, modifiers);
            case ABS_F16 -> HalfMeaning.absF16(a, modifiers);
            case EX2_F16 -> HalfMeaning.ex2F16(a, modifiers);
            case TANH_F16 -> HalfMeaning.tanhF16(a, modifiers);
            case ADD_BF16 -> HalfMeaning.addBf16(a, b, modifiers);
            case SUB_BF16 -> HalfMeaning.subBf16(a, b, modifiers);
            case MUL_BF16 -> HalfMeaning.mulBf16(a, b, modifiers);
            case FMA_BF16 -> HalfMeaning.fmaBf16(a, b, c, modifiers);
            case MIN_BF16 -> HalfMeaning.minBf16(a, b, modifiers);
            case MAX_BF16 -> HalfMeaning.maxBf16(a, b, modifiers);
            case NEG_BF16 -> HalfMeaning.negBf16(a, modifiers);
            case ABS_BF16 -> HalfMeaning.absBf16(a, modifiers);
            case EX2_BF16 -> HalfMeaning.ex2Bf16(a, modifiers);
            case TANH_BF16 -> HalfMeaning.tanhBf16(a, modifiers);
            case ADD_F16X2 -> PackedMeaning.addF16x2(a, b, modifiers);
            case SUB_F16X2 -> PackedMeaning.subF16x2(a, b, modifiers);
            case MUL_F16X2 -> PackedMeaning.mulF16x2(a, b, modifiers);
            case FMA_F16X2 -> PackedMeaning.fmaF16x2(a, b, c, modifiers);
            case MIN_F16X2 -> PackedMeaning.minF16x2(a, b, modifiers);
            case MAX_F16X2 -> PackedMeaning.maxF16x2(a, b, modifiers);
            case NEG_F16X2 -> PackedMeaning.negF16x2(a, modifiers);
            case ABS_F16X2 -> PackedMeaning.absF16x2(a, modifiers);
            case EX2_F16X2 -> PackedMeaning.ex2F16x2(a, modifiers);
            case TANH_F16X2 -> PackedMeaning.tanhF16x2(a, modifiers);
            case ADD_BF16X2 -> PackedMeaning.addBf16x2(a, b, modifiers);
            case SUB_BF16X2 -> PackedMeaning.subBf16x2(a, b, modifiers);
            case MUL_BF16X2 -> PackedMeaning.mulBf16x2(a, b, modifiers);
            case FMA_BF16X2 -> PackedMeaning.fmaBf16x2(a, b, c, modifiers);
            case MIN_BF16X2 -> PackedMeaning.minBf16x2(a, b, modifiers);
            case MAX_BF16X2 -> PackedMeaning.maxBf16x2(a, b, modifiers);
            case NEG_BF16X2 -> PackedMeaning.negBf16x2(a, modifiers);
            case ABS_BF16X2 -> PackedMeaning.absBf16x2(a, modifiers);
            case EX2_BF16X2 -> PackedMeaning.ex2Bf16x2(a, modifiers);
            case TANH_BF16X2 -> PackedMeaning.tanhBf16x2(a, modifiers);
            default -> throw new IllegalStateException(opcode + " computes nothing with such a detail");
        };
    }
}
