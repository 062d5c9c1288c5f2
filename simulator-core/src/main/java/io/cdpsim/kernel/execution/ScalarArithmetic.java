package io.cdpsim.kernel.execution;

import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ValueType;

/**
 * What an arithmetic instruction does to the values of one lane. Bits in, bits out, as {@link ValueType} says registers hold them.
 *
 * <p>The same on every machine: transcendental functions are those of {@link StrictMath}, and a result that is not a number has the same
 * bits whatever the operands were, which the host's processor does not promise.
 */
final class ScalarArithmetic {
    private static final int NAN_F32 = 0x7FFFFFFF;
    private static final long NAN_F64 = 0x7FF8000000000000L;

    private ScalarArithmetic() {}

    static long compute(Opcode opcode, long a, long b, long c) {
        return switch (opcode) {
            case MOV -> a;
            case ADD_I32 -> (int) (a + b);
            case SUB_I32 -> (int) (a - b);
            case MUL_I32 -> (int) (a * b);
            case MAD_I32 -> (int) (a * b + c);
            case MULHI_S32 -> (int) (((long) (int) a * (int) b) >> 32);
            case MULHI_U32 -> (int) ((unsigned(a) * unsigned(b)) >>> 32);
            case DIV_S32 -> (int) b == 0 ? -1 : (int) a / (int) b;
            case DIV_U32 -> (int) b == 0 ? -1 : Integer.divideUnsigned((int) a, (int) b);
            case REM_S32 -> (int) b == 0 ? (int) a : (int) a % (int) b;
            case REM_U32 -> (int) b == 0 ? (int) a : Integer.remainderUnsigned((int) a, (int) b);
            case MIN_S32 -> Math.min((int) a, (int) b);
            case MAX_S32 -> Math.max((int) a, (int) b);
            case MIN_U32 -> (int) Math.min(unsigned(a), unsigned(b));
            case MAX_U32 -> (int) Math.max(unsigned(a), unsigned(b));
            case NEG_I32 -> -(int) a;
            case ABS_S32 -> Math.abs((int) a);
            case AND_B32, AND_B64 -> a & b;
            case OR_B32, OR_B64 -> a | b;
            case XOR_B32, XOR_B64 -> a ^ b;
            case NOT_B32, NOT_B64 -> ~a;
            case SHL_B32 -> unsigned(b) > 31 ? 0 : (int) a << (int) b;
            case SHR_S32 -> (int) a >> (int) Math.min(31, unsigned(b));
            case SHR_U32 -> unsigned(b) > 31 ? 0 : (int) a >>> (int) b;
            case POPC_B32 -> Integer.bitCount((int) a);
            case CLZ_B32 -> Integer.numberOfLeadingZeros((int) a);
            case BREV_B32 -> Integer.reverse((int) a);
            case BFE_U32 -> (int) extract(unsigned(a), (int) b & 255, (int) c & 255, false);
            case BFE_S32 -> (int) extract(signed(a), (int) b & 255, (int) c & 255, true);
            case MUL_WIDE_S32 -> (long) (int) a * (int) b;
            case MUL_WIDE_U32 -> unsigned(a) * unsigned(b);
            case MAD_WIDE_S32 -> (long) (int) a * (int) b + c;
            case MAD_WIDE_U32 -> unsigned(a) * unsigned(b) + c;
            default -> wide(opcode, a, b, c);
        };
    }

    private static long wide(Opcode opcode, long a, long b, long c) {
        return switch (opcode) {
            case ADD_I64 -> a + b;
            case SUB_I64 -> a - b;
            case MUL_I64 -> a * b;
            case MAD_I64 -> a * b + c;
            case MULHI_S64 -> Math.multiplyHigh(a, b);
            case MULHI_U64 -> Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
            case DIV_S64 -> b == 0 ? -1 : a / b;
            case DIV_U64 -> b == 0 ? -1 : Long.divideUnsigned(a, b);
            case REM_S64 -> b == 0 ? a : a % b;
            case REM_U64 -> b == 0 ? a : Long.remainderUnsigned(a, b);
            case MIN_S64 -> Math.min(a, b);
            case MAX_S64 -> Math.max(a, b);
            case MIN_U64 -> Long.compareUnsigned(a, b) < 0 ? a : b;
            case MAX_U64 -> Long.compareUnsigned(a, b) > 0 ? a : b;
            case NEG_I64 -> -a;
            case ABS_S64 -> Math.abs(a);
            case SHL_B64 -> unsigned(b) > 63 ? 0 : a << (int) b;
            case SHR_S64 -> a >> (int) Math.min(63, unsigned(b));
            case SHR_U64 -> unsigned(b) > 63 ? 0 : a >>> (int) b;
            case POPC_B64 -> Long.bitCount(a);
            case CLZ_B64 -> Long.numberOfLeadingZeros(a);
            case BREV_B64 -> Long.reverse(a);
            default -> floating(opcode, a, b, c);
        };
    }

    private static long floating(Opcode opcode, long a, long b, long c) {
        return switch (opcode) {
            case ADD_F32 -> bits(single(a) + single(b));
            case SUB_F32 -> bits(single(a) - single(b));
            case MUL_F32 -> bits(single(a) * single(b));
            case FMA_F32 -> bits(fusedMultiplyAdd(single(a), single(b), single(c)));
            case MIN_F32 -> bits(minimum(single(a), single(b)));
            case MAX_F32 -> bits(maximum(single(a), single(b)));
            case NEG_F32 -> (int) a ^ Integer.MIN_VALUE;
            case ABS_F32 -> (int) a & Integer.MAX_VALUE;
            case DIV_F32 -> bits(single(a) / single(b));
            case SQRT_F32 -> bits((float) Math.sqrt(single(a)));
            case RSQRT_F32 -> bits((float) (1.0 / Math.sqrt(single(a))));
            case RCP_F32 -> bits(1.0f / single(a));
            case SIN_F32 -> bits((float) StrictMath.sin(single(a)));
            case COS_F32 -> bits((float) StrictMath.cos(single(a)));
            case EX2_F32 -> bits((float) StrictMath.pow(2.0, single(a)));
            case LG2_F32 -> bits((float) (StrictMath.log(single(a)) / StrictMath.log(2.0)));
            case ADD_F64 -> bits(real(a) + real(b));
            case SUB_F64 -> bits(real(a) - real(b));
            case MUL_F64 -> bits(real(a) * real(b));
            case FMA_F64 -> bits(Math.fma(real(a), real(b), real(c)));
            case MIN_F64 -> bits(minimum(real(a), real(b)));
            case MAX_F64 -> bits(maximum(real(a), real(b)));
            case NEG_F64 -> a ^ Long.MIN_VALUE;
            case ABS_F64 -> a & Long.MAX_VALUE;
            case DIV_F64 -> bits(real(a) / real(b));
            case SQRT_F64 -> bits(Math.sqrt(real(a)));
            case RSQRT_F64 -> bits(1.0 / Math.sqrt(real(a)));
            case RCP_F64 -> bits(1.0 / real(a));
            default -> Conversions.convert(opcode, a);
        };
    }

    /**
     * {@code a * b + c} rounded once. A product of floats is exact in double precision, so only the sum and the last rounding can
     * err: where double rounding could matter, the exact library call decides.
     */
    static float fusedMultiplyAdd(float a, float b, float c) {
        double exact = (double) a * b + c;
        long low = Double.doubleToRawLongBits(exact) & 0x1FFFFFFFL;
        return low == 0x10000000L || low == 0 || Math.abs(exact) < Float.MIN_NORMAL ? Math.fma(a, b, c) : (float) exact;
    }

    /** As PTX: the operand that is a number wins over a NaN. */
    private static float minimum(float a, float b) {
        return Float.isNaN(a) ? b : Float.isNaN(b) ? a : Math.min(a, b);
    }

    private static float maximum(float a, float b) {
        return Float.isNaN(a) ? b : Float.isNaN(b) ? a : Math.max(a, b);
    }

    private static double minimum(double a, double b) {
        return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b);
    }

    private static double maximum(double a, double b) {
        return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
    }

    private static long extract(long value, int from, int count, boolean signed) {
        if (count == 0 || from > 31) {
            return count == 0 || !signed ? 0 : value >> 31;
        }
        long kept = value >> from;
        if (count >= 32) {
            return kept;
        }
        return signed ? (kept << (64 - count)) >> (64 - count) : kept & ((1L << count) - 1);
    }

    static float single(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static double real(long bits) {
        return Double.longBitsToDouble(bits);
    }

    static long bits(float value) {
        return Float.isNaN(value) ? NAN_F32 : Float.floatToRawIntBits(value);
    }

    static long bits(double value) {
        return Double.isNaN(value) ? NAN_F64 : Double.doubleToRawLongBits(value);
    }

    private static long signed(long value) {
        return (int) value;
    }

    private static long unsigned(long value) {
        return value & 0xFFFFFFFFL;
    }
}
