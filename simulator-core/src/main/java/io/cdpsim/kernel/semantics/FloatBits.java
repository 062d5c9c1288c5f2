package io.cdpsim.kernel.semantics;

/**
 * Floats as registers hold them. As on an H100, a NaN of single precision has one pattern whatever the operands were, and one of double
 * precision is the quiet form of a NaN among the operands.
 */
public final class FloatBits {
    private static final int NAN_F32 = 0x7FFFFFFF;
    private static final long QUIET = 1L << 51;
    private static final long NAN_F64 = 0xFFF8000000000000L;

    private FloatBits() {}

    /** The float of a register's bits. */
    public static float single(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static double real(long bits) {
        return Double.longBitsToDouble(bits);
    }

    /** A float as registers hold it. */
    public static long bits(float value) {
        return Float.isNaN(value) ? NAN_F32 : Float.floatToRawIntBits(value);
    }

    /** The quiet NaN of the first operand that is a NaN; a new one if none is. */
    static long nan(long first, long second) {
        return isNan(first) ? quiet(first) : isNan(second) ? quiet(second) : NAN_F64;
    }

    static boolean isNan(long bits) {
        return Double.isNaN(Double.longBitsToDouble(bits));
    }

    /** A NaN of double precision with its sign and payload, quieted. */
    static long quiet(long nan) {
        return nan | QUIET;
    }

    static long bits(double value) {
        return Double.isNaN(value) ? NAN_F64 : Double.doubleToRawLongBits(value);
    }

    /**
     * {@code a * b + c} rounded once; a NaN may have any bits. A product of floats is exact in double precision, so only the sum and the last
     * rounding can err: where double rounding could matter, the exact library call decides.
     */
    public static float fma(float a, float b, float c) {
        double sum = (double) a * b + c;
        long low = Double.doubleToRawLongBits(sum) & 0x1FFFFFFFL;
        boolean unsure = low == 0x10000000L || low == 0 || Math.abs(sum) < Float.MIN_NORMAL;
        return unsure ? Math.fma(a, b, c) : (float) sum;
    }

    /** Whether the order of two floats is one of those tested: bit 0 for less, bit 1 for equal, bit 2 for greater, bit 3 for unordered. */
    public static boolean compare(double a, double b, int orders) {
        int order = a < b ? 1 : a == b ? 2 : a > b ? 4 : 8;
        return (orders & order) != 0;
    }

    /** The same of single precision. */
    public static boolean compare(float a, float b, int orders) {
        int order = a < b ? 1 : a == b ? 2 : a > b ? 4 : 8;
        return (orders & order) != 0;
    }

    /** A subnormal number as the zero of its sign. */
    static float flushed(float value) {
        return Math.abs(value) < Float.MIN_NORMAL ? Math.copySign(0.0f, value) : value;
    }

    /** A subnormal number as the zero of its sign. */
    static double flushed(double value) {
        return Math.abs(value) < Double.MIN_NORMAL ? Math.copySign(0.0, value) : value;
    }

    /** Limited to 0 to 1; NaN and -0 become +0. */
    static double saturated(double value) {
        return value > 0 ? Math.min(value, 1) : 0;
    }

    static float minimum(float a, float b) {
        return Float.isNaN(a) ? b : Float.isNaN(b) ? a : Math.min(a, b);
    }

    static float maximum(float a, float b) {
        return Float.isNaN(a) ? b : Float.isNaN(b) ? a : Math.max(a, b);
    }

    /** As PTX: the operand that is a number wins over a NaN, and -0 is less than +0. */
    static double minimum(double a, double b) {
        return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b);
    }

    static double maximum(double a, double b) {
        return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
    }

    /** The lesser or the greater of two floats of any format, as {@link io.cdpsim.kernel.code.Modifiers.Extreme} varies it. */
    static double extreme(boolean greatest, double a, double b, int modifiers) {
        if (ModifierBits.propagatesNan(modifiers) && (Double.isNaN(a) || Double.isNaN(b))) {
            return Double.NaN;
        }
        boolean xors = ModifierBits.xorsSigns(modifiers);
        double x = xors ? Math.abs(a) : a;
        double y = xors ? Math.abs(b) : b;
        double chosen = greatest ? maximum(x, y) : minimum(x, y);
        boolean negative = (Double.doubleToRawLongBits(a) ^ Double.doubleToRawLongBits(b)) < 0;
        return xors && negative ? -chosen : chosen;
    }

    /** Whether a register holds 32 bits and their sign. */
    public static boolean isWord(long register) {
        return register == (int) register;
    }

    /** Whether a register holds the bits of a float that is a number, so that a float can hold them without loss. */
    public static boolean isBitsOfNumber(long register) {
        return register == (int) register && !Float.isNaN(Float.intBitsToFloat((int) register));
    }
}
