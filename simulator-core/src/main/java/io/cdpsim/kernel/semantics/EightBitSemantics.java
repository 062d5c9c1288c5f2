package io.cdpsim.kernel.semantics;

/**
 * Floating-point numbers of 8 bits, two in 16: E4M3, which has no infinities, and E5M2, the upper byte of half precision. Conversions to them round to
 * the nearest, limit to the largest number, and make every NaN 7F.
 */
public final class EightBitSemantics {
    private static final int NAN = 0x7F;
    private static final int SIGN = 0x80;
    private static final double LARGEST_E4M3 = 448;
    private static final double LARGEST_E5M2 = 57_344;

    private EightBitSemantics() {}

    public static long cvtF32ToE4m3x2(long a, long b) {
        return both(e4m3(FloatBits.single(a)), e4m3(FloatBits.single(b)));
    }

    public static long cvtF32ToE5m2x2(long a, long b) {
        return both(e5m2(FloatBits.single(a)), e5m2(FloatBits.single(b)));
    }

    public static long cvtF16x2ToE4m3x2(long a) {
        return both(e4m3(FloatFormat.F16.decode(a >> 16)), e4m3(FloatFormat.F16.decode(a)));
    }

    public static long cvtF16x2ToE5m2x2(long a) {
        return both(e5m2(FloatFormat.F16.decode(a >> 16)), e5m2(FloatFormat.F16.decode(a)));
    }

    public static long cvtE4m3x2ToF16x2(long a) {
        return PackedSemantics.pack(halfOfE4m3((int) a >> 8), halfOfE4m3((int) a));
    }

    public static long cvtE5m2x2ToF16x2(long a) {
        return PackedSemantics.pack(halfOfE5m2((int) a >> 8), halfOfE5m2((int) a));
    }

    private static long both(int upper, int lower) {
        return (short) (upper << 8 | lower);
    }

    private static int e4m3(double value) {
        return encode(value, 3, 7, LARGEST_E4M3);
    }

    private static int e5m2(double value) {
        return encode(value, 2, 15, LARGEST_E5M2);
    }

    /** @param bias exponent bias; the least biased exponent is 1 */
    private static int encode(double value, int fractionBits, int bias, double largest) {
        if (Double.isNaN(value)) {
            return NAN;
        }
        double magnitude = Math.min(Math.abs(value), largest);
        int exponent = Math.max(Math.getExponent(magnitude), 1 - bias);
        int units = (int) Math.rint(Math.scalb(magnitude, fractionBits - exponent));
        // A carry out of the fraction increments the exponent.
        int bits = units + ((exponent + bias - 1) << fractionBits);
        return Math.copySign(1, value) < 0 ? bits | SIGN : bits;
    }

    private static long halfOfE4m3(int bits) {
        int exponent = bits >> 3 & 15;
        int fraction = bits & 7;
        if ((bits & NAN) == NAN) {
            return FloatFormat.F16.encode(Double.NaN);
        }
        double magnitude =
                exponent == 0 ? Math.scalb((double) fraction, -9) : Math.scalb((double) (fraction + 8), exponent - 10);
        return FloatFormat.F16.encode((bits & SIGN) != 0 ? -magnitude : magnitude);
    }

    private static long halfOfE5m2(int bits) {
        return FloatFormat.F16.encode(FloatFormat.F16.decode((long) bits << 8 & 0xFF00));
    }
}
