package io.cdpsim.kernel.semantics;

/**
 * Integers of 32 bits, which registers hold sign-extended whatever their signedness; of operands only the low 32 bits count.
 *
 * <p>A quotient and a remainder by zero are all ones, as on an H100; CUDA leaves the value open.
 */
public final class IntegerSemantics {
    private IntegerSemantics() {}

    private static long unsigned(long value) {
        return value & 0xFFFFFFFFL;
    }

    public static long addI32(long a, long b) {
        return (int) (a + b);
    }

    public static long subI32(long a, long b) {
        return (int) (a - b);
    }

    public static long mulI32(long a, long b) {
        return (int) (a * b);
    }

    public static long madI32(long a, long b, long c) {
        return (int) (a * b + c);
    }

    /** The upper half of the product. */
    public static long mulhiS32(long a, long b) {
        return (int) (((long) (int) a * (int) b) >> 32);
    }

    public static long mulhiU32(long a, long b) {
        return (int) ((unsigned(a) * unsigned(b)) >>> 32);
    }

    /** The upper half of the product, plus c. */
    public static long madhiS32(long a, long b, long c) {
        return (int) (mulhiS32(a, b) + c);
    }

    public static long madhiU32(long a, long b, long c) {
        return (int) (mulhiU32(a, b) + c);
    }

    private static long product24(long a, long b) {
        return ((a << 40) >> 40) * ((b << 40) >> 40);
    }

    private static long unsignedProduct24(long a, long b) {
        return (a & 0xFFFFFF) * (b & 0xFFFFFF);
    }

    /** Bits 0 to 31 of the product of the low 24 bits. */
    public static long mul24LoS32(long a, long b) {
        return (int) product24(a, b);
    }

    public static long mul24LoU32(long a, long b) {
        return (int) unsignedProduct24(a, b);
    }

    /** Bits 16 to 47 of the product of the low 24 bits. */
    public static long mul24HiS32(long a, long b) {
        return (int) (product24(a, b) >> 16);
    }

    public static long mul24HiU32(long a, long b) {
        return (int) (unsignedProduct24(a, b) >> 16);
    }

    public static long mad24LoS32(long a, long b, long c) {
        return (int) (product24(a, b) + c);
    }

    public static long mad24LoU32(long a, long b, long c) {
        return (int) (unsignedProduct24(a, b) + c);
    }

    public static long mad24HiS32(long a, long b, long c) {
        return (int) (mul24HiS32(a, b) + c);
    }

    public static long mad24HiU32(long a, long b, long c) {
        return (int) (mul24HiU32(a, b) + c);
    }

    public static long addSatS32(long a, long b) {
        return limited((long) (int) a + (int) b);
    }

    public static long subSatS32(long a, long b) {
        return limited((long) (int) a - (int) b);
    }

    private static long limited(long value) {
        return Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
    }

    /** c plus the distance of a and b. */
    public static long sadS32(long a, long b, long c) {
        return (int) (Math.abs((long) (int) a - (int) b) + c);
    }

    public static long sadU32(long a, long b, long c) {
        return (int) (Math.abs(unsigned(a) - unsigned(b)) + c);
    }

    public static long divS32(long a, long b) {
        return (int) b == 0 ? -1 : (int) a / (int) b;
    }

    public static long divisorI32(long a) {
        return a;
    }

    public static long divU32(long a, long b) {
        return (int) b == 0 ? -1 : Integer.divideUnsigned((int) a, (int) b);
    }

    public static long remS32(long a, long b) {
        return (int) b == 0 ? -1 : (int) a % (int) b;
    }

    public static long remU32(long a, long b) {
        return (int) b == 0 ? -1 : Integer.remainderUnsigned((int) a, (int) b);
    }

    public static long minS32(long a, long b) {
        return Math.min((int) a, (int) b);
    }

    public static long maxS32(long a, long b) {
        return Math.max((int) a, (int) b);
    }

    public static long minU32(long a, long b) {
        return (int) Math.min(unsigned(a), unsigned(b));
    }

    public static long maxU32(long a, long b) {
        return (int) Math.max(unsigned(a), unsigned(b));
    }

    public static long negI32(long a) {
        return -(int) a;
    }

    /** The least number is its own magnitude. */
    public static long absS32(long a) {
        return Math.abs((int) a);
    }
}
