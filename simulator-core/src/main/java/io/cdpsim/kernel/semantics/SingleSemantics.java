package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.function.SpecialFunctions;

/**
 * Single precision. Without modifiers results are rounded to the nearest and subnormal numbers are kept; with them as
 * {@link io.cdpsim.kernel.code.Modifiers.Arithmetic} or {@link io.cdpsim.kernel.code.Modifiers.Extreme} says.
 */
public final class SingleSemantics {
    private SingleSemantics() {}

    public static long addF32(long a, long b) {
        return FloatBits.bits(FloatBits.single(a) + FloatBits.single(b));
    }

    public static long addF32(long a, long b, int modifiers) {
        return sum(operand(a, modifiers), operand(b, modifiers), modifiers);
    }

    public static long subF32(long a, long b) {
        return FloatBits.bits(FloatBits.single(a) - FloatBits.single(b));
    }

    public static long subF32(long a, long b, int modifiers) {
        return sum(operand(a, modifiers), -operand(b, modifiers), modifiers);
    }

    public static long mulF32(long a, long b) {
        return FloatBits.bits(FloatBits.single(a) * FloatBits.single(b));
    }

    public static long mulF32(long a, long b, int modifiers) {
        return FloatFormat.F32.result(operand(a, modifiers) * operand(b, modifiers), modifiers);
    }

    /** {@code a * b + c} rounded once. */
    public static long fmaF32(long a, long b, long c) {
        return FloatBits.bits(FloatBits.fma(FloatBits.single(a), FloatBits.single(b), FloatBits.single(c)));
    }

    public static long fmaF32(long a, long b, long c, int modifiers) {
        return sum(operand(a, modifiers) * operand(b, modifiers), operand(c, modifiers), modifiers);
    }

    /** A product with the reciprocal; 0 where that is subnormal, as PTX's {@code div.approx} on an H100 (O-13 of the rulebook). */
    public static long divApproxF32(long a, long b) {
        return FloatBits.bits((float) (FloatBits.single(a) * flushedReciprocal(FloatBits.single(b))));
    }

    public static long divApproxF32(long a, long b, int modifiers) {
        return FloatFormat.F32.result(operand(a, modifiers) * flushedReciprocal(operand(b, modifiers)), modifiers);
    }

    /** A product with the reciprocal, whatever its exponent, as PTX's {@code div.full} on an H100. */
    public static long divFullF32(long a, long b) {
        return FloatBits.bits((float) (FloatBits.single(a) * reciprocal(FloatBits.single(b))));
    }

    public static long divFullF32(long a, long b, int modifiers) {
        return FloatFormat.F32.result(operand(a, modifiers) * reciprocal(operand(b, modifiers)), modifiers);
    }

    /** The unit's reciprocal, with 24 bits and the range of F64. */
    private static double reciprocal(double b) {
        return b == 0 || !Double.isFinite(b) ? 1 / b : Math.copySign(SpecialFunctions.reciprocal(Math.abs(b)), b);
    }

    private static double flushedReciprocal(double b) {
        return FloatFormat.F32.flushed(reciprocal(b));
    }

    /** The nearest quotient. */
    public static long divF32(long a, long b) {
        return FloatBits.bits(FloatBits.single(a) / FloatBits.single(b));
    }

    public static long divF32(long a, long b, int modifiers) {
        return FloatFormat.F32.result(
                ExactRounding.oddQuotient(operand(a, modifiers), operand(b, modifiers)), modifiers);
    }

    /** PTX's {@code rcp.approx}. */
    public static long rcpApproxF32(long a) {
        return FloatBits.bits((float) reciprocal(FloatBits.single(a)));
    }

    public static long rcpApproxF32(long a, int modifiers) {
        return FloatFormat.F32.result(reciprocal(operand(a, modifiers)), modifiers);
    }

    /** The nearest reciprocal. */
    public static long rcpF32(long a) {
        return FloatBits.bits(1.0f / FloatBits.single(a));
    }

    public static long rcpF32(long a, int modifiers) {
        return FloatFormat.F32.result(ExactRounding.oddQuotient(1, operand(a, modifiers)), modifiers);
    }

    /** PTX's {@code sqrt.approx}. */
    public static long sqrtApproxF32(long a) {
        float number = FloatBits.single(a);
        return number > 0 && Float.isFinite(number)
                ? FloatBits.bits((float) SpecialFunctions.root(number))
                : FloatBits.bits((float) Math.sqrt(number));
    }

    public static long sqrtApproxF32(long a, int modifiers) {
        return again(sqrtApproxF32(flushed(a, modifiers)), modifiers);
    }

    /** The nearest root. */
    public static long sqrtF32(long a) {
        return FloatBits.bits((float) Math.sqrt(FloatBits.single(a)));
    }

    public static long sqrtF32(long a, int modifiers) {
        return FloatFormat.F32.result(ExactRounding.oddRoot(operand(a, modifiers)), modifiers);
    }

    /** One over the root, of which PTX has an {@code .approx} form alone. */
    public static long rsqrtF32(long a) {
        float number = FloatBits.single(a);
        return number > 0 && Float.isFinite(number)
                ? FloatBits.bits(SpecialFunctions.reciprocalRoot(number))
                : FloatBits.bits((float) (1 / Math.sqrt(number)));
    }

    public static long rsqrtF32(long a, int modifiers) {
        return again(rsqrtF32(flushed(a, modifiers)), modifiers);
    }

    /** Angles that are not finite have no sine. */
    private static long approximate(long a, Function function) {
        float angle = FloatBits.single(a);
        return FloatBits.bits(Float.isFinite(angle) ? function.of(angle) : Float.NaN);
    }

    private interface Function {
        float of(float angle);
    }

    public static long sinF32(long a) {
        return approximate(a, SpecialFunctions::sin);
    }

    public static long sinF32(long a, int modifiers) {
        return again(sinF32(flushed(a, modifiers)), modifiers);
    }

    public static long cosF32(long a) {
        return approximate(a, SpecialFunctions::cos);
    }

    public static long cosF32(long a, int modifiers) {
        return again(cosF32(flushed(a, modifiers)), modifiers);
    }

    /** Two to the power of a. */
    public static long ex2F32(long a) {
        return FloatBits.bits(SpecialFunctions.ex2(FloatBits.single(a)));
    }

    public static long ex2F32(long a, int modifiers) {
        return again(ex2F32(flushed(a, modifiers)), modifiers);
    }

    /** The logarithm to base 2. */
    public static long lg2F32(long a) {
        return FloatBits.bits(SpecialFunctions.lg2(FloatBits.single(a)));
    }

    public static long lg2F32(long a, int modifiers) {
        return again(lg2F32(flushed(a, modifiers)), modifiers);
    }

    public static long tanhF32(long a) {
        return FloatBits.bits(SpecialFunctions.tanh(FloatBits.single(a)));
    }

    public static long tanhF32(long a, int modifiers) {
        return again(tanhF32(flushed(a, modifiers)), modifiers);
    }

    /** The lesser number, -0 below +0; NaN only if both are. */
    public static long minF32(long a, long b) {
        return FloatBits.bits(FloatBits.minimum(FloatBits.single(a), FloatBits.single(b)));
    }

    public static long minF32(long a, long b, int modifiers) {
        return FloatFormat.F32.encode(
                FloatBits.extreme(false, operand(a, modifiers), operand(b, modifiers), modifiers));
    }

    public static long maxF32(long a, long b) {
        return FloatBits.bits(FloatBits.maximum(FloatBits.single(a), FloatBits.single(b)));
    }

    public static long maxF32(long a, long b, int modifiers) {
        return FloatFormat.F32.encode(FloatBits.extreme(true, operand(a, modifiers), operand(b, modifiers), modifiers));
    }

    /** The other sign; a NaN is 7FFFFFFF. */
    public static long negF32(long a) {
        return Float.isNaN(FloatBits.single(a)) ? Integer.MAX_VALUE : (int) a ^ Integer.MIN_VALUE;
    }

    public static long negF32(long a, int modifiers) {
        return again(negF32(flushed(a, modifiers)), modifiers);
    }

    /** Without sign; a NaN is 7FFFFFFF. */
    public static long absF32(long a) {
        return Float.isNaN(FloatBits.single(a)) ? Integer.MAX_VALUE : (int) a & Integer.MAX_VALUE;
    }

    public static long absF32(long a, int modifiers) {
        return again(absF32(flushed(a, modifiers)), modifiers);
    }

    /** The magnitude of b with the sign of a, bit by bit. */
    public static long copysignF32(long a, long b) {
        return ((int) a & Integer.MIN_VALUE) | ((int) b & Integer.MAX_VALUE);
    }

    private static double operand(long bits, int modifiers) {
        return FloatFormat.F32.operand(bits, modifiers);
    }

    private static long sum(double a, double b, int modifiers) {
        return FloatFormat.F32.result(ExactRounding.oddSum(a, b, ModifierBits.rounding(modifiers)), modifiers);
    }

    private static long flushed(long a, int modifiers) {
        return ModifierBits.flushes(modifiers) ? Float.floatToRawIntBits(FloatBits.flushed(FloatBits.single(a))) : a;
    }

    /** A result that is rounded already, flushed and limited. */
    private static long again(long bits, int modifiers) {
        long kept = flushed(bits, modifiers);
        return ModifierBits.saturates(modifiers)
                ? FloatFormat.F32.encode(FloatBits.saturated(FloatBits.single(kept)))
                : kept;
    }
}
