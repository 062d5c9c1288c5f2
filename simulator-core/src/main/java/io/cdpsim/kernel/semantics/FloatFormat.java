package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Rounding;

/** A float format of at most 32 bits. All its values are doubles too, in which arithmetic on it is done. */
enum FloatFormat {
    F16(11, -14, 65504.0),
    BF16(8, -126, 0x1.FEp127),
    F32(24, -126, Float.MAX_VALUE);

    private static final long NAN_HALF = 0x7FFF;
    private static final int FRACTION_F16 = 10;
    private static final int INFINITY_F16 = 0x7C00;

    private final int precision;
    private final int lowestExponent;
    private final double largest;

    FloatFormat(int precision, int lowestExponent, double largest) {
        this.precision = precision;
        this.lowestExponent = lowestExponent;
        this.largest = largest;
    }

    /** The value of a register's bits. */
    double decode(long bits) {
        return switch (this) {
            case F32 -> FloatBits.single(bits);
            case BF16 -> Float.intBitsToFloat((int) bits << 16);
            case F16 -> decodeHalf((int) bits & 0xFFFF);
        };
    }

    private static double decodeHalf(int bits) {
        int fraction = bits & ((1 << FRACTION_F16) - 1);
        int exponent = (bits & INFINITY_F16) >> FRACTION_F16;
        double magnitude;
        if (exponent == 0) {
            magnitude = fraction * 0x1p-24;
        } else if (exponent == INFINITY_F16 >> FRACTION_F16) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else {
            magnitude = Math.scalb((double) (fraction | (1 << FRACTION_F16)), exponent - 25);
        }
        return (bits & 0x8000) != 0 ? -magnitude : magnitude;
    }

    /** The bits of a value of this format, as a register holds them. */
    long encode(double value) {
        if (this == F32) {
            return FloatBits.bits((float) value);
        }
        if (Double.isNaN(value)) {
            return NAN_HALF;
        }
        if (this == BF16) {
            return Float.floatToRawIntBits((float) value) >> 16;
        }
        double magnitude = Math.abs(value);
        int exponent = Math.getExponent(magnitude);
        int bits;
        if (magnitude > largest) {
            bits = INFINITY_F16;
        } else if (exponent < lowestExponent) {
            bits = (int) (magnitude * 0x1p24);
        } else {
            bits = (int) Math.scalb(magnitude, FRACTION_F16 - exponent) + ((exponent + 14) << FRACTION_F16);
        }
        return Double.doubleToRawLongBits(value) < 0 ? (short) (bits | 0x8000) : bits;
    }

    /**
     * The value of this format that stands for a double. The double may itself stand for a value that no double holds, if that was
     * rounded to odd ({@link ExactRounding}).
     */
    double narrow(double value, Rounding rounding) {
        if (value == 0 || !Double.isFinite(value)) {
            return value;
        }
        int scale = Math.max(Math.getExponent(value), lowestExponent) - precision + 1;
        double rounded = Math.scalb(ExactRounding.integral(Math.scalb(value, -scale), rounding), scale);
        if (Math.abs(rounded) <= largest) {
            return rounded;
        }
        boolean towardsZero = switch (rounding) {
            case NEAREST -> false;
            case ZERO -> true;
            case DOWN -> value > 0;
            case UP -> value < 0;
        };
        return Math.copySign(towardsZero ? largest : Double.POSITIVE_INFINITY, value);
    }

    /** Whether a result is below the normal numbers after it is rounded to the format's precision, whatever its exponent (measurements/forms). */
    private boolean isTiny(double value, Rounding rounding) {
        if (flushed(value) != 0) {
            return false;
        }
        int scale = Math.getExponent(value) - precision + 1;
        return flushed(Math.scalb(ExactRounding.integral(Math.scalb(value, -scale), rounding), scale)) == 0;
    }

    /** A subnormal number as the zero of its sign. */
    double flushed(double value) {
        return Math.getExponent(value) < lowestExponent ? Math.copySign(0.0, value) : value;
    }

    /** An operand, after the modifiers are applied. */
    double operand(long bits, int modifiers) {
        double value = decode(bits);
        return ModifierBits.flushes(modifiers) ? flushed(value) : value;
    }

    /** The bits of an exact result, or one rounded to odd, after the modifiers are applied. */
    long result(double value, int modifiers) {
        double rounded = narrow(value, ModifierBits.rounding(modifiers));
        double kept = ModifierBits.flushes(modifiers) && isTiny(value, ModifierBits.rounding(modifiers))
                ? Math.copySign(0.0, value)
                : rounded;
        return encode(ModifierBits.saturates(modifiers) ? FloatBits.saturated(kept) : kept);
    }
}
