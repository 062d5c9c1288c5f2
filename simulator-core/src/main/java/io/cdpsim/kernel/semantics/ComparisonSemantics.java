package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Modifiers.FloatClass;

/**
 * Comparisons and classifications. The last argument of a comparison is the orders that satisfy it ({@link io.cdpsim.kernel.code.Comparison#orders()}; 16 more if
 * subnormal numbers count as zeros).
 */
public final class ComparisonSemantics {
    private static final FloatClass[] KINDS = FloatClass.values();

    private ComparisonSemantics() {}

    public static boolean compareS32(long a, long b, int orders) {
        return holds(orders, (long) (int) a - (int) b);
    }

    public static boolean compareU32(long a, long b, int orders) {
        return holds(orders, (a & 0xFFFFFFFFL) - (b & 0xFFFFFFFFL));
    }

    public static boolean compareS64(long a, long b, int orders) {
        return holds(orders, Long.compare(a, b));
    }

    public static boolean compareU64(long a, long b, int orders) {
        return holds(orders, Long.compareUnsigned(a, b));
    }

    public static boolean compareF32(long a, long b, int orders) {
        return ModifierBits.flushesCompared(orders)
                ? compare(FloatFormat.F32, a, b, orders)
                : FloatBits.compare(FloatBits.single(a), FloatBits.single(b), orders);
    }

    public static boolean compareF64(long a, long b, int orders) {
        double x = FloatBits.real(a);
        double y = FloatBits.real(b);
        return ModifierBits.flushesCompared(orders)
                ? holds(orders, FloatBits.flushed(x), FloatBits.flushed(y))
                : holds(orders, x, y);
    }

    public static boolean compareF16(long a, long b, int orders) {
        return compare(FloatFormat.F16, a, b, orders);
    }

    public static boolean compareBf16(long a, long b, int orders) {
        return compare(FloatFormat.BF16, a, b, orders);
    }

    private static boolean compare(FloatFormat format, long a, long b, int orders) {
        double x = format.decode(a);
        double y = format.decode(b);
        boolean flushes = ModifierBits.flushesCompared(orders);
        return holds(orders, flushes ? format.flushed(x) : x, flushes ? format.flushed(y) : y);
    }

    /** Whether a is of a kind, given by the ordinal of its {@link FloatClass}. */
    public static boolean classifyF32(long a, int kind) {
        float value = FloatBits.single(a);
        return is(KINDS[kind], value, value != 0 && Math.abs(value) < Float.MIN_NORMAL);
    }

    /** Whether a is of a kind, given by the ordinal of its {@link FloatClass}. */
    public static boolean classifyF64(long a, int kind) {
        double value = FloatBits.real(a);
        return is(KINDS[kind], value, value != 0 && Math.abs(value) < Double.MIN_NORMAL);
    }

    private static boolean is(FloatClass kind, double value, boolean subnormal) {
        return switch (kind) {
            case FINITE -> Double.isFinite(value);
            case INFINITE -> Double.isInfinite(value);
            case NUMBER -> !Double.isNaN(value);
            case NOT_A_NUMBER -> Double.isNaN(value);
            case NORMAL -> Double.isFinite(value) && !subnormal;
            case SUBNORMAL -> subnormal;
        };
    }

    private static boolean holds(int orders, long difference) {
        return ((orders >>> (Long.signum(difference) + 1)) & 1) != 0;
    }

    private static boolean holds(int orders, double a, double b) {
        return FloatBits.compare(a, b, orders);
    }
}
