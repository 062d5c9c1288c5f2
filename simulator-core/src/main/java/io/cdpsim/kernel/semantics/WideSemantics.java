package io.cdpsim.kernel.semantics;

/** Integers of 64 bits, and products of 32 by 32 bits that keep all of them. Quotients by zero are as in {@link IntegerSemantics}. */
public final class WideSemantics {
    private WideSemantics() {}

    private static long unsigned(long value) {
        return value & 0xFFFFFFFFL;
    }

    /** The product of the low 32 bits. */
    public static long mulWideS32(long a, long b) {
        return (long) (int) a * (int) b;
    }

    public static long mulWideU32(long a, long b) {
        return unsigned(a) * unsigned(b);
    }

    /** The product of the low 32 bits, plus 64 bits of c. */
    public static long madWideS32(long a, long b, long c) {
        return (long) (int) a * (int) b + c;
    }

    public static long madWideU32(long a, long b, long c) {
        return unsigned(a) * unsigned(b) + c;
    }

    public static long addI64(long a, long b) {
        return a + b;
    }

    public static long subI64(long a, long b) {
        return a - b;
    }

    public static long mulI64(long a, long b) {
        return a * b;
    }

    public static long madI64(long a, long b, long c) {
        return a * b + c;
    }

    /** The upper half of the product. */
    public static long mulhiS64(long a, long b) {
        return Math.multiplyHigh(a, b);
    }

    public static long mulhiU64(long a, long b) {
        return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    }

    /** The upper half of the product, plus c. */
    public static long madhiS64(long a, long b, long c) {
        return mulhiS64(a, b) + c;
    }

    public static long madhiU64(long a, long b, long c) {
        return mulhiU64(a, b) + c;
    }

    /** c plus the distance of a and b. */
    public static long sadS64(long a, long b, long c) {
        return (a < b ? b - a : a - b) + c;
    }

    public static long sadU64(long a, long b, long c) {
        return (Long.compareUnsigned(a, b) < 0 ? b - a : a - b) + c;
    }

    public static long divS64(long a, long b) {
        return b == 0 ? -1 : a / b;
    }

    public static long divU64(long a, long b) {
        return b == 0 ? -1 : Long.divideUnsigned(a, b);
    }

    public static long remS64(long a, long b) {
        return b == 0 ? -1 : a % b;
    }

    public static long remU64(long a, long b) {
        return b == 0 ? -1 : Long.remainderUnsigned(a, b);
    }

    public static long minS64(long a, long b) {
        return Math.min(a, b);
    }

    public static long maxS64(long a, long b) {
        return Math.max(a, b);
    }

    public static long minU64(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? a : b;
    }

    public static long maxU64(long a, long b) {
        return Long.compareUnsigned(a, b) > 0 ? a : b;
    }

    public static long negI64(long a) {
        return -a;
    }

    /** The least number is its own magnitude. */
    public static long absS64(long a) {
        return Math.abs(a);
    }
}
