package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.function.SpecialFunctions;

/**
 * Half precision and bfloat16, whose bits registers hold sign-extended from 16; of operands only the low 16 bits count. Sums,
 * products and {@code a * b + c} are rounded once; what is no number is {@code 0x7FFF}. A NaN stays that
 * without its sign. Methods take the modifiers of {@link io.cdpsim.kernel.code.Modifiers.Arithmetic} or, for minima and maxima,
 * {@link io.cdpsim.kernel.code.Modifiers.Extreme}, 0 for none.
 */
public final class HalfSemantics {
    private static final int SIGN = 0x8000;
    private static final int NAN = 0x7FFF;
    private static final int HALF = 0xFFFF;

    /** The power of two above the largest half. */
    private static final double BEYOND_F16 = 0x1p16;

    private HalfSemantics() {}

    public static long addF16(long a, long b, int modifiers) {
        return add(FloatFormat.F16, a, b, modifiers);
    }

    public static long subF16(long a, long b, int modifiers) {
        return sub(FloatFormat.F16, a, b, modifiers);
    }

    public static long mulF16(long a, long b, int modifiers) {
        return mul(FloatFormat.F16, a, b, modifiers);
    }

    public static long fmaF16(long a, long b, long c, int modifiers) {
        return fma(FloatFormat.F16, a, b, c, modifiers);
    }

    public static long minF16(long a, long b, int modifiers) {
        return min(FloatFormat.F16, a, b, modifiers);
    }

    public static long maxF16(long a, long b, int modifiers) {
        return max(FloatFormat.F16, a, b, modifiers);
    }

    public static long negF16(long a, int modifiers) {
        return neg(FloatFormat.F16, a, modifiers);
    }

    public static long absF16(long a, int modifiers) {
        return abs(FloatFormat.F16, a, modifiers);
    }

    public static long ex2F16(long a, int modifiers) {
        return ex2(FloatFormat.F16, a, modifiers);
    }

    public static long tanhF16(long a, int modifiers) {
        return tanh(FloatFormat.F16, a, modifiers);
    }

    public static long addBf16(long a, long b, int modifiers) {
        return add(FloatFormat.BF16, a, b, modifiers);
    }

    public static long subBf16(long a, long b, int modifiers) {
        return sub(FloatFormat.BF16, a, b, modifiers);
    }

    public static long mulBf16(long a, long b, int modifiers) {
        return mul(FloatFormat.BF16, a, b, modifiers);
    }

    public static long fmaBf16(long a, long b, long c, int modifiers) {
        return fma(FloatFormat.BF16, a, b, c, modifiers);
    }

    public static long minBf16(long a, long b, int modifiers) {
        return min(FloatFormat.BF16, a, b, modifiers);
    }

    public static long maxBf16(long a, long b, int modifiers) {
        return max(FloatFormat.BF16, a, b, modifiers);
    }

    public static long negBf16(long a, int modifiers) {
        return neg(FloatFormat.BF16, a, modifiers);
    }

    public static long absBf16(long a, int modifiers) {
        return abs(FloatFormat.BF16, a, modifiers);
    }

    public static long ex2Bf16(long a, int modifiers) {
        return ex2(FloatFormat.BF16, a, modifiers);
    }

    public static long tanhBf16(long a, int modifiers) {
        return tanh(FloatFormat.BF16, a, modifiers);
    }

    private static long add(FloatFormat format, long a, long b, int modifiers) {
        return sum(format, format.operand(a, modifiers), format.operand(b, modifiers), modifiers);
    }

    private static long sub(FloatFormat format, long a, long b, int modifiers) {
        return sum(format, format.operand(a, modifiers), -format.operand(b, modifiers), modifiers);
    }

    private static long mul(FloatFormat format, long a, long b, int modifiers) {
        return format.result(format.operand(a, modifiers) * format.operand(b, modifiers), modifiers);
    }

    private static long fma(FloatFormat format, long a, long b, long c, int modifiers) {
        double product = format.operand(a, modifiers) * format.operand(b, modifiers);
        return sum(format, product, format.operand(c, modifiers), modifiers);
    }

    private static long sum(FloatFormat format, double a, double b, int modifiers) {
        return format.result(ExactRounding.oddSum(a, b, ModifierBits.rounding(modifiers)), modifiers);
    }

    private static long min(FloatFormat format, long a, long b, int modifiers) {
        return extreme(false, format, a, b, modifiers);
    }

    private static long max(FloatFormat format, long a, long b, int modifiers) {
        return extreme(true, format, a, b, modifiers);
    }

    private static long extreme(boolean greatest, FloatFormat format, long a, long b, int modifiers) {
        double x = format.operand(a, modifiers);
        double y = format.operand(b, modifiers);
        return format.encode(FloatBits.extreme(greatest, x, y, modifiers));
    }

    private static long neg(FloatFormat format, long a, int modifiers) {
        return isNan(format, a) ? NAN : (short) (flushed(format, a, modifiers) ^ SIGN);
    }

    private static long abs(FloatFormat format, long a, int modifiers) {
        return isNan(format, a) ? NAN : flushed(format, a, modifiers) & ~SIGN & HALF;
    }

    private static long flushed(FloatFormat format, long a, int modifiers) {
        return format.encode(format.operand(a, modifiers));
    }

    private static boolean isNan(FloatFormat format, long a) {
        return Double.isNaN(format.decode(a));
    }

    private static long ex2(FloatFormat format, long a, int modifiers) {
        return cut(format, SpecialFunctions.ex2((float) format.operand(a, modifiers)), modifiers);
    }

    private static long tanh(FloatFormat format, long a, int modifiers) {
        return cut(format, SpecialFunctions.tanh((float) format.operand(a, modifiers)), modifiers);
    }

    /** The function unit cuts its results to halves (measurements/forms). */
    private static long cut(FloatFormat format, double value, int modifiers) {
        boolean isBeyond = format == FloatFormat.F16 && value >= BEYOND_F16;
        double kept = isBeyond ? Double.POSITIVE_INFINITY : format.narrow(value, Rounding.ZERO);
        return format.encode(ModifierBits.flushes(modifiers) ? format.flushed(kept) : kept);
    }
}
