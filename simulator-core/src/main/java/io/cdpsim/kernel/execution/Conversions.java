package io.cdpsim.kernel.execution;

import io.cdpsim.kernel.code.Opcode;

/** Conversions between types, for one lane. Floats to integers round towards zero and saturate; NaN becomes 0. */
public final class Conversions {
    private static final double TWO_TO_63 = 0x1p63;

    private Conversions() {}

    static long convert(Opcode opcode, long a) {
        return switch (opcode) {
            case CVT_S32_TO_S64, CVT_I64_TO_I32 -> (int) a;
            case CVT_U32_TO_U64 -> a & 0xFFFFFFFFL;
            case CVT_TO_S8 -> (byte) a;
            case CVT_TO_U8 -> a & 0xFF;
            case CVT_TO_S16 -> (short) a;
            case CVT_TO_U16 -> a & 0xFFFF;
            case CVT_S32_TO_F32 -> ScalarArithmetic.bits((float) (int) a);
            case CVT_U32_TO_F32 -> ScalarArithmetic.bits((float) (a & 0xFFFFFFFFL));
            case CVT_S64_TO_F32 -> ScalarArithmetic.bits((float) a);
            case CVT_U64_TO_F32 -> ScalarArithmetic.bits(unsignedToFloat(a));
            case CVT_S32_TO_F64 -> ScalarArithmetic.bits((double) (int) a);
            case CVT_U32_TO_F64 -> ScalarArithmetic.bits((double) (a & 0xFFFFFFFFL));
            case CVT_S64_TO_F64 -> ScalarArithmetic.bits((double) a);
            case CVT_U64_TO_F64 -> ScalarArithmetic.bits(unsignedToDouble(a));
            case CVT_F32_TO_S32 -> (int) ScalarArithmetic.single(a);
            case CVT_F32_TO_U32 -> toUnsigned32(ScalarArithmetic.single(a));
            case CVT_F32_TO_S64 -> (long) ScalarArithmetic.single(a);
            case CVT_F32_TO_U64 -> toUnsigned64(ScalarArithmetic.single(a));
            case CVT_F64_TO_S32 -> (int) ScalarArithmetic.real(a);
            case CVT_F64_TO_U32 -> toUnsigned32(ScalarArithmetic.real(a));
            case CVT_F64_TO_S64 -> (long) ScalarArithmetic.real(a);
            case CVT_F64_TO_U64 -> toUnsigned64(ScalarArithmetic.real(a));
            case CVT_F32_TO_F64 -> ScalarArithmetic.bits((double) ScalarArithmetic.single(a));
            case CVT_F64_TO_F32 -> ScalarArithmetic.bits((float) ScalarArithmetic.real(a));
            default -> throw new IllegalStateException(opcode + " is not an arithmetic instruction");
        };
    }

    /** An unsigned 64-bit integer as the nearest float. */
    private static float unsignedToFloat(long value) {
        // The last bit is kept as a sticky bit, so that halving does not change the rounding.
        return value >= 0 ? (float) value : 2.0f * (float) ((value >>> 1) | (value & 1));
    }

    private static double unsignedToDouble(long value) {
        return value >= 0 ? (double) value : 2.0 * (double) ((value >>> 1) | (value & 1));
    }

    private static long toUnsigned32(double value) {
        return (int) Math.max(0L, Math.min(0xFFFFFFFFL, (long) value));
    }

    private static long toUnsigned64(double value) {
        if (!(value > 0)) {
            return 0;
        }
        if (value >= 2 * TWO_TO_63) {
            return -1L;
        }
        return value < TWO_TO_63 ? (long) value : (long) (value - TWO_TO_63) + Long.MIN_VALUE;
    }
}
