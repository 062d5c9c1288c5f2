package io.cdpsim.kernel.semantics;

/**
 * Double precision. Without modifiers results are rounded to the nearest and subnormal numbers are kept; with them as
 * {@link io.cdpsim.kernel.code.Modifiers.Arithmetic} or {@link io.cdpsim.kernel.code.Modifiers.Extreme} says.
 */
public final class DoubleSemantics {
    private DoubleSemantics() {}

    public static long addF64(long a, long b) {
        return FloatBits.bits(FloatBits.real(a) + FloatBits.real(b));
    }

    public static long addF64(long a, long b, int modifiers) {
        return result(
                ExactRounding.fused(operand(a, modifiers), 1, operand(b, modifiers), ModifierBits.rounding(modifiers)),
                modifiers);
    }

    public static long subF64(long a, long b) {
        return FloatBits.bits(FloatBits.real(a) - FloatBits.real(b));
    }

    public static long subF64(long a, long b, int modifiers) {
        return result(
                ExactRounding.fused(operand(a, modifiers), 1, -operand(b, modifiers), ModifierBits.rounding(modifiers)),
                modifiers);
    }

    public static long mulF64(long a, long b) {
        return FloatBits.bits(FloatBits.real(a) * FloatBits.real(b));
    }

    public static long mulF64(long a, long b, int modifiers) {
        return result(
                ExactRounding.product(operand(a, modifiers), operand(b, modifiers), ModifierBits.rounding(modifiers)),
                modifiers);
    }

    /** {@code a * b + c} rounded once. */
    public static long fmaF64(long a, long b, long c) {
        return FloatBits.bits(Math.fma(FloatBits.real(a), FloatBits.real(b), FloatBits.real(c)));
    }

    public static long fmaF64(long a, long b, long c, int modifiers) {
        return result(
                ExactRounding.fused(
                        operand(a, modifiers),
                        operand(b, modifiers),
                        operand(c, modifiers),
                        ModifierBits.rounding(modifiers)),
                modifiers);
    }

    public static long divF64(long a, long b) {
        return FloatBits.bits(FloatBits.real(a) / FloatBits.real(b));
    }

    public static long divF64(long a, long b, int modifiers) {
        return result(
                ExactRounding.quotient(operand(a, modifiers), operand(b, modifiers), ModifierBits.rounding(modifiers)),
                modifiers);
    }

    /** The nearest reciprocal; PTX's {@code .approx.ftz} keeps but 20 bits. */
    public static long rcpF64(long a) {
        return FloatBits.bits(1.0 / FloatBits.real(a));
    }

    public static long rcpF64(long a, int modifiers) {
        return result(ExactRounding.quotient(1, operand(a, modifiers), ModifierBits.rounding(modifiers)), modifiers);
    }

    public static long sqrtF64(long a) {
        return FloatBits.bits(Math.sqrt(FloatBits.real(a)));
    }

    public static long sqrtF64(long a, int modifiers) {
        return result(ExactRounding.root(operand(a, modifiers), ModifierBits.rounding(modifiers)), modifiers);
    }

    /** One over the root, within a unit of the last place; PTX's {@code .approx} keeps fewer bits. */
    public static long rsqrtF64(long a) {
        return FloatBits.bits(1.0 / Math.sqrt(FloatBits.real(a)));
    }

    public static long rsqrtF64(long a, int modifiers) {
        return result(1.0 / Math.sqrt(operand(a, modifiers)), modifiers);
    }

    /** The lesser number, -0 below +0; NaN only if both are. */
    public static long minF64(long a, long b) {
        return FloatBits.bits(FloatBits.minimum(FloatBits.real(a), FloatBits.real(b)));
    }

    public static long minF64(long a, long b, int modifiers) {
        return FloatBits.bits(FloatBits.extreme(false, operand(a, modifiers), operand(b, modifiers), modifiers));
    }

    public static long maxF64(long a, long b) {
        return FloatBits.bits(FloatBits.maximum(FloatBits.real(a), FloatBits.real(b)));
    }

    public static long maxF64(long a, long b, int modifiers) {
        return FloatBits.bits(FloatBits.extreme(true, operand(a, modifiers), operand(b, modifiers), modifiers));
    }

    /** The other sign, of a NaN too, whose other bits stay. */
    public static long negF64(long a) {
        return a ^ Long.MIN_VALUE;
    }

    /** Without sign, of a NaN too, whose other bits stay. */
    public static long absF64(long a) {
        return a & Long.MAX_VALUE;
    }

    /** The magnitude of b with the sign of a, bit by bit. */
    public static long copysignF64(long a, long b) {
        return (a & Long.MIN_VALUE) | (b & Long.MAX_VALUE);
    }

    private static double operand(long bits, int modifiers) {
        double value = FloatBits.real(bits);
        return ModifierBits.flushes(modifiers) ? FloatBits.flushed(value) : value;
    }

    private static long result(double rounded, int modifiers) {
        double kept = ModifierBits.flushes(modifiers) ? FloatBits.flushed(rounded) : rounded;
        return FloatBits.bits(ModifierBits.saturates(modifiers) ? FloatBits.saturated(kept) : kept);
    }
}
