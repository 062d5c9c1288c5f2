package io.cdpsim.kernel.execution;

import java.math.BigInteger;

/**
 * A number {@code mantissa * 2^exponent} without any rounding, to check floating-point results against.
 *
 * <p>Quotients and roots that never end are cut off far behind the last bit of any format; a lowest bit that is set stands for the rest.
 */
record ExactNumber(BigInteger mantissa, int exponent) {
    private static final int EXTRA_BITS = 400;

    /** A binary floating-point format. */
    enum Format {
        F32(24, -149, 0x1p128),
        F64(53, -1074, Double.POSITIVE_INFINITY);

        private final int precision;
        private final int lowestExponent;
        private final double overflow;

        Format(int precision, int lowestExponent, double overflow) {
            this.precision = precision;
            this.lowestExponent = lowestExponent;
            this.overflow = overflow;
        }
    }

    /** The value of a finite number. */
    static ExactNumber of(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int biased = (int) (bits >>> 52) & 0x7FF;
        long fraction = bits & 0xFFFFFFFFFFFFFL;
        BigInteger mantissa = BigInteger.valueOf(biased == 0 ? fraction : fraction | (1L << 52));
        return new ExactNumber(bits < 0 ? mantissa.negate() : mantissa, Math.max(biased, 1) - 1075);
    }

    static ExactNumber of(BigInteger value) {
        return new ExactNumber(value, 0);
    }

    boolean isZero() {
        return mantissa.signum() == 0;
    }

    ExactNumber plus(ExactNumber other) {
        int lower = Math.min(exponent, other.exponent);
        return new ExactNumber(
                mantissa.shiftLeft(exponent - lower).add(other.mantissa.shiftLeft(other.exponent - lower)), lower);
    }

    ExactNumber negated() {
        return new ExactNumber(mantissa.negate(), exponent);
    }

    ExactNumber times(ExactNumber other) {
        return new ExactNumber(mantissa.multiply(other.mantissa), exponent + other.exponent);
    }

    ExactNumber dividedBy(ExactNumber other) {
        BigInteger[] result = mantissa.abs().shiftLeft(EXTRA_BITS).divideAndRemainder(other.mantissa.abs());
        BigInteger quotient = withRest(result[0], result[1]);
        boolean negative = mantissa.signum() * other.mantissa.signum() < 0;
        return new ExactNumber(negative ? quotient.negate() : quotient, exponent - other.exponent - EXTRA_BITS - 1);
    }

    ExactNumber squareRoot() {
        int shift = EXTRA_BITS + (exponent & 1);
        BigInteger[] result = mantissa.shiftLeft(shift).sqrtAndRemainder();
        return new ExactNumber(withRest(result[0], result[1]), (exponent - shift) / 2 - 1);
    }

    private static BigInteger withRest(BigInteger value, BigInteger rest) {
        BigInteger doubled = value.shiftLeft(1);
        return rest.signum() == 0 ? doubled : doubled.setBit(0);
    }

    /** The nearest number of a format, the one with an even mantissa of two; tiny numbers keep their sign. */
    double rounded(Format format) {
        if (isZero()) {
            return 0;
        }
        BigInteger magnitude = mantissa.abs();
        int top = exponent + magnitude.bitLength() - 1;
        int lowest = Math.max(top - format.precision + 1, format.lowestExponent);
        int dropped = lowest - exponent;
        BigInteger kept = magnitude;
        if (dropped > 0) {
            kept = magnitude.shiftRight(dropped);
            int order = magnitude.subtract(kept.shiftLeft(dropped)).compareTo(BigInteger.ONE.shiftLeft(dropped - 1));
            if (order > 0 || (order == 0 && kept.testBit(0))) {
                kept = kept.add(BigInteger.ONE);
            }
        } else {
            kept = magnitude.shiftLeft(-dropped);
        }
        double result = Math.scalb((double) kept.longValueExact(), lowest);
        double limited = result >= format.overflow ? Double.POSITIVE_INFINITY : result;
        return mantissa.signum() < 0 ? -limited : limited;
    }
}
