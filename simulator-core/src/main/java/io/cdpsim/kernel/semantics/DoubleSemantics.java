package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.function.SpecialFunctions;

/**
 * Double precision. A NaN among the operands gives the result its sign and payload: that of b before those of c and a, of a quotient that of a first, as
 * on an H100. Without modifiers results are rounded to the nearest and subnormal numbers are kept; with them as
 * {@link io.cdpsim.kernel.code.Modifiers.Arithmetic} or {@link io.cdpsim.kernel.code.Modifiers.Extreme} says.
 */
public final class DoubleSemantics {
    private static final double SUBNORMAL_SCALE = 0x1p54;
    private static final long UPPER_WORD = 0xFFFFFFFF00000000L;
    private static final long NAN_UPPER_WORD = 0x7FFFFFFF00000000L;

    private DoubleSemantics() {}

    public static long addF64(long a, long b) {
        return result(FloatBits.real(a) + FloatBits.real(b), b, a);
    }

    public static long addF64(long a, long b, int modifiers) {
        return result(
                ExactRounding.fused(operand(a, modifiers), 1, operand(b, modifiers), ModifierBits.rounding(modifiers)),
                modifiers,
                b,
                a);
    }

    public static long subF64(long a, long b) {
        return result(FloatBits.real(a) - FloatBits.real(b), b, a);
    }

    public static long subF64(long a, long b, int modifiers) {
        return result(
                ExactRounding.fused(operand(a, modifiers), 1, -operand(b, modifiers), ModifierBits.rounding(modifiers)),
                modifiers,
                b,
                a);
    }

    public static long mulF64(long a, long b) {
        return result(FloatBits.real(a) * FloatBits.real(b), b, a);
    }

    public static long mulF64(long a, long b, int modifiers) {
        return result(
                ExactRounding.product(operand(a, modifiers), operand(b, modifiers), ModifierBits.rounding(modifiers)),
                modifiers,
                b,
                a);
    }

    /** {@code a * b + c} rounded once. */
    public static long fmaF64(long a, long b, long c) {
        return result(Math.fma(FloatBits.real(a), FloatBits.real(b), FloatBits.real(c)), FloatBits.isNan(b) ? b : c, a);
    }

    public static long fmaF64(long a, long b, long c, int modifiers) {
        return result(
                ExactRounding.fused(
                        operand(a, modifiers),
                        operand(b, modifiers),
                        operand(c, modifiers),
                        ModifierBits.rounding(modifiers)),
                modifiers,
                FloatBits.isNan(b) ? b : c,
                a);
    }

    public static long divF64(long a, long b) {
        return result(FloatBits.real(a) / FloatBits.real(b), a, b);
    }

    public static long divF64(long a, long b, int modifiers) {
        return result(
                ExactRounding.quotient(operand(a, modifiers), operand(b, modifiers), ModifierBits.rounding(modifiers)),
                modifiers,
                a,
                b);
    }

    /** PTX's {@code rcp.approx.ftz}, which reads and writes only the upper word: 20 bits. */
    public static long rcpApproxF64(long a) {
        double number = upperOperand(a);
        return upperWord(
                number == 0 || !Double.isFinite(number)
                        ? 1 / number
                        : Math.copySign(SpecialFunctions.reciprocal(Math.abs(number)), number));
    }

    /** The same: there is no other form. */
    public static long rcpApproxF64(long a, int modifiers) {
        return rcpApproxF64(a);
    }

    /** The nearest reciprocal. */
    public static long rcpF64(long a) {
        return result(1.0 / FloatBits.real(a), a, a);
    }

    public static long rcpF64(long a, int modifiers) {
        return result(
                ExactRounding.quotient(1, operand(a, modifiers), ModifierBits.rounding(modifiers)), modifiers, a, a);
    }

    public static long sqrtF64(long a) {
        return result(Math.sqrt(FloatBits.real(a)), a, a);
    }

    public static long sqrtF64(long a, int modifiers) {
        return result(ExactRounding.root(operand(a, modifiers), ModifierBits.rounding(modifiers)), modifiers, a, a);
    }

    /** One over the root: the function unit's upper word, and one step of an iteration of third order, as ptxas emits it. */
    public static long rsqrtF64(long a) {
        double number = FloatBits.real(a);
        if (!(number > 0) || !Double.isFinite(number)) {
            return result(1.0 / Math.sqrt(number), a, a);
        }
        double scale = number < Double.MIN_NORMAL ? SUBNORMAL_SCALE : 1;
        double scaled = number * scale;
        double start = FloatBits.real(
                upperWord(SpecialFunctions.reciprocalRoot(FloatBits.real(FloatBits.bits(scaled) & UPPER_WORD))));
        double error = Math.fma(scaled, -(start * start), 1);
        double root = Math.fma(Math.fma(error, 0.375, 0.5), start * error, start);
        return FloatBits.bits(root * Math.sqrt(scale));
    }

    /** As {@link #rcpApproxF64(long)}. */
    public static long rsqrtF64(long a, int modifiers) {
        double number = upperOperand(a);
        return upperWord(
                number > 0 && Double.isFinite(number)
                        ? SpecialFunctions.reciprocalRoot(number)
                        : 1 / Math.sqrt(number));
    }

    /** The lesser number, -0 below +0; NaN only if both are. */
    public static long minF64(long a, long b) {
        return result(FloatBits.minimum(FloatBits.real(a), FloatBits.real(b)), b, a);
    }

    public static long minF64(long a, long b, int modifiers) {
        return FloatBits.bits(FloatBits.extreme(false, operand(a, modifiers), operand(b, modifiers), modifiers));
    }

    public static long maxF64(long a, long b) {
        return result(FloatBits.maximum(FloatBits.real(a), FloatBits.real(b)), b, a);
    }

    public static long maxF64(long a, long b, int modifiers) {
        return FloatBits.bits(FloatBits.extreme(true, operand(a, modifiers), operand(b, modifiers), modifiers));
    }

    /** The other sign; a NaN keeps its own. */
    public static long negF64(long a) {
        return FloatBits.isNan(a) ? FloatBits.quiet(a) : a ^ Long.MIN_VALUE;
    }

    /** Without sign; a NaN keeps its own. */
    public static long absF64(long a) {
        return FloatBits.isNan(a) ? FloatBits.quiet(a) : a & Long.MAX_VALUE;
    }

    /** The magnitude of b with the sign of a, bit by bit. */
    public static long copysignF64(long a, long b) {
        return (a & Long.MIN_VALUE) | (b & Long.MAX_VALUE);
    }

    private static double operand(long bits, int modifiers) {
        double value = FloatBits.real(bits);
        return ModifierBits.flushes(modifiers) ? FloatBits.flushed(value) : value;
    }

    private static double upperOperand(long bits) {
        return FloatBits.flushed(FloatBits.real(bits & UPPER_WORD));
    }

    private static long upperWord(double value) {
        if (Double.isNaN(value)) {
            return NAN_UPPER_WORD;
        }
        return Double.doubleToRawLongBits(FloatBits.flushed(value)) & UPPER_WORD;
    }

    private static long result(double value, long first, long second) {
        return Double.isNaN(value) ? FloatBits.nan(first, second) : Double.doubleToRawLongBits(value);
    }

    private static long result(double rounded, int modifiers, long first, long second) {
        double kept = ModifierBits.flushes(modifiers) ? FloatBits.flushed(rounded) : rounded;
        return result(ModifierBits.saturates(modifiers) ? FloatBits.saturated(kept) : kept, first, second);
    }
}
