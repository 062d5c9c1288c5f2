package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;

/**
 * The result of an opcode that only computes, for one lane. The frequent opcodes have a case of their own; {@link SemanticsDispatcher}
 * reaches the methods of all others, so that short runs generate no class. Compiled code calls the methods that {@link SemanticsMethod}
 * names. {@link PredicateSemantics} has choices and the logic of predicates.
 */
public final class Semantics {
    private Semantics() {}

    /** Generated when a run first needs an opcode without a case of its own. */
    private static final class Generated {
        static final SemanticsDispatcher DISPATCHER = SemanticsDispatcher.generate();
    }

    /**
     * Computes the value of the register that an instruction writes.
     *
     * @param modifiers {@link Modifiers#NONE}, or modifiers of the opcode
     * @param a first operand, as registers hold it
     * @param b second operand, ignored if the opcode has none
     * @param c third operand, ignored if the opcode has none
     */
    public static long compute(Opcode opcode, Modifiers modifiers, long a, long b, long c) {
        return modifiers instanceof Modifiers.None
                ? compute(opcode, a, b, c)
                : compute(opcode, ModifierBits.of(modifiers), a, b, c);
    }

    /** Computes the same without modifiers. */
    @SuppressWarnings("EnumOrdinal") // The dispatcher is generated from the same enum.
    public static long compute(Opcode opcode, long a, long b, long c) {
        return switch (opcode) {
            case MOV -> BitSemantics.mov(a);
            case ADD_I32 -> IntegerSemantics.addI32(a, b);
            case SUB_I32 -> IntegerSemantics.subI32(a, b);
            case MUL_I32 -> IntegerSemantics.mulI32(a, b);
            case MAD_I32 -> IntegerSemantics.madI32(a, b, c);
            case MULHI_U32 -> IntegerSemantics.mulhiU32(a, b);
            case DIV_S32 -> IntegerSemantics.divS32(a, b);
            case DIVISOR_I32 -> IntegerSemantics.divisorI32(a);
            case DIV_U32 -> IntegerSemantics.divU32(a, b);
            case REM_S32 -> IntegerSemantics.remS32(a, b);
            case REM_U32 -> IntegerSemantics.remU32(a, b);
            case MIN_S32 -> IntegerSemantics.minS32(a, b);
            case MAX_S32 -> IntegerSemantics.maxS32(a, b);
            case MIN_U32 -> IntegerSemantics.minU32(a, b);
            case MAX_U32 -> IntegerSemantics.maxU32(a, b);
            case NEG_I32 -> IntegerSemantics.negI32(a);
            case ABS_S32 -> IntegerSemantics.absS32(a);
            case AND_B32 -> BitSemantics.andB32(a, b);
            case OR_B32 -> BitSemantics.orB32(a, b);
            case XOR_B32 -> BitSemantics.xorB32(a, b);
            case NOT_B32 -> BitSemantics.notB32(a);
            case SHL_B32 -> BitSemantics.shlB32(a, b);
            case SHR_S32 -> BitSemantics.shrS32(a, b);
            case SHR_U32 -> BitSemantics.shrU32(a, b);
            case POPC_B32 -> BitSemantics.popcB32(a);
            case CLZ_B32 -> BitSemantics.clzB32(a);
            case BREV_B32 -> BitSemantics.brevB32(a);
            case BFE_U32 -> FieldSemantics.bfeU32(a, b, c);
            case MUL_WIDE_S32 -> WideSemantics.mulWideS32(a, b);
            case MUL_WIDE_U32 -> WideSemantics.mulWideU32(a, b);
            case MAD_WIDE_S32 -> WideSemantics.madWideS32(a, b, c);
            case MAD_WIDE_U32 -> WideSemantics.madWideU32(a, b, c);
            case ADD_I64 -> WideSemantics.addI64(a, b);
            case SUB_I64 -> WideSemantics.subI64(a, b);
            case MUL_I64 -> WideSemantics.mulI64(a, b);
            case MAD_I64 -> WideSemantics.madI64(a, b, c);
            case AND_B64 -> BitSemantics.andB64(a, b);
            case OR_B64 -> BitSemantics.orB64(a, b);
            case XOR_B64 -> BitSemantics.xorB64(a, b);
            case SHL_B64 -> BitSemantics.shlB64(a, b);
            case SHR_S64 -> BitSemantics.shrS64(a, b);
            case SHR_U64 -> BitSemantics.shrU64(a, b);
            case ADD_F32 -> SingleSemantics.addF32(a, b);
            case SUB_F32 -> SingleSemantics.subF32(a, b);
            case MUL_F32 -> SingleSemantics.mulF32(a, b);
            case FMA_F32 -> SingleSemantics.fmaF32(a, b, c);
            case MIN_F32 -> SingleSemantics.minF32(a, b);
            case MAX_F32 -> SingleSemantics.maxF32(a, b);
            case NEG_F32 -> SingleSemantics.negF32(a);
            case ABS_F32 -> SingleSemantics.absF32(a);
            case DIV_F32 -> SingleSemantics.divF32(a, b);
            case SQRT_F32 -> SingleSemantics.sqrtF32(a);
            case RSQRT_F32 -> SingleSemantics.rsqrtF32(a);
            case RCP_F32 -> SingleSemantics.rcpF32(a);
            case ADD_F64 -> DoubleSemantics.addF64(a, b);
            case SUB_F64 -> DoubleSemantics.subF64(a, b);
            case MUL_F64 -> DoubleSemantics.mulF64(a, b);
            case FMA_F64 -> DoubleSemantics.fmaF64(a, b, c);
            case DIV_F64 -> DoubleSemantics.divF64(a, b);
            case CVT_S32_TO_S64 -> ConversionSemantics.cvtS32ToS64(a);
            case CVT_U32_TO_U64 -> ConversionSemantics.cvtU32ToU64(a);
            case CVT_I64_TO_I32 -> ConversionSemantics.cvtI64ToI32(a);
            case CVT_TO_U16 -> ConversionSemantics.cvtToU16(a);
            case CVT_TO_S16 -> ConversionSemantics.cvtToS16(a);
            case CVT_S32_TO_F32 -> ConversionSemantics.cvtS32ToF32(a);
            case CVT_U32_TO_F32 -> ConversionSemantics.cvtU32ToF32(a);
            case CVT_F32_TO_S32 -> ConversionSemantics.cvtF32ToS32(a);
            case CVT_F32_TO_U32 -> ConversionSemantics.cvtF32ToU32(a);
            case CVT_F32_TO_F64 -> ConversionSemantics.cvtF32ToF64(a);
            case CVT_F64_TO_F32 -> ConversionSemantics.cvtF64ToF32(a);
            default -> Generated.DISPATCHER.compute(opcode.ordinal(), a, b, c);
        };
    }

    /** Computes the same with modifiers as {@link ModifierBits} encodes them, for callers with many lanes. */
    @SuppressWarnings("EnumOrdinal") // The dispatcher is generated from the same enum.
    public static long compute(Opcode opcode, int modifiers, long a, long b, long c) {
        return switch (opcode) {
            case ADD_F32 -> SingleSemantics.addF32(a, b, modifiers);
            case SUB_F32 -> SingleSemantics.subF32(a, b, modifiers);
            case MUL_F32 -> SingleSemantics.mulF32(a, b, modifiers);
            case FMA_F32 -> SingleSemantics.fmaF32(a, b, c, modifiers);
            case DIV_F32 -> SingleSemantics.divF32(a, b, modifiers);
            case SQRT_F32 -> SingleSemantics.sqrtF32(a, modifiers);
            case RSQRT_F32 -> SingleSemantics.rsqrtF32(a, modifiers);
            case RCP_F32 -> SingleSemantics.rcpF32(a, modifiers);
            case EX2_F32 -> SingleSemantics.ex2F32(a, modifiers);
            case LG2_F32 -> SingleSemantics.lg2F32(a, modifiers);
            case LOP3_B32 -> BitSemantics.lop3B32(a, b, c, modifiers);
            case PRMT_B32 -> ByteSemantics.prmtB32(a, b, c, modifiers);
            case SHF_LEFT_B32 -> BitSemantics.shfLeftB32(a, b, c, modifiers);
            case SHF_RIGHT_B32 -> BitSemantics.shfRightB32(a, b, c, modifiers);
            case CONVERT -> ConversionSemantics.convert(a, modifiers);
            case CONVERT_INTEGRAL -> ConversionSemantics.convertIntegral(a, modifiers);
            case CONVERT_F64 -> ConversionSemantics.convertF64(a, modifiers);
            default -> Generated.DISPATCHER.compute(opcode.ordinal(), modifiers, a, b, c);
        };
    }

    /** Computes the predicate that a comparison or a test of a value writes. */
    public static boolean test(Opcode opcode, Modifiers modifiers, long a, long b) {
        return test(opcode, ModifierBits.of(modifiers), a, b);
    }

    /** Computes the same with modifiers as {@link ModifierBits} encodes them. */
    @SuppressWarnings("EnumOrdinal") // The dispatcher is generated from the same enum.
    public static boolean test(Opcode opcode, int modifiers, long a, long b) {
        return switch (opcode) {
            case COMPARE_S32 -> ComparisonSemantics.compareS32(a, b, modifiers);
            case COMPARE_U32 -> ComparisonSemantics.compareU32(a, b, modifiers);
            case COMPARE_S64 -> ComparisonSemantics.compareS64(a, b, modifiers);
            case COMPARE_U64 -> ComparisonSemantics.compareU64(a, b, modifiers);
            case COMPARE_F32 -> ComparisonSemantics.compareF32(a, b, modifiers);
            case COMPARE_F64 -> ComparisonSemantics.compareF64(a, b, modifiers);
            default -> Generated.DISPATCHER.compute(opcode.ordinal(), modifiers, a, b, 0) != 0;
        };
    }
}
