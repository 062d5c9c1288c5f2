package io.cdpsim.ptx.forms;

import java.math.BigInteger;

/** A binary float format by IEEE 754: exact fractions rounded once, in integers only. Bits have zeros above them. */
enum ReferenceFloat {
    F16(5, 10),
    BF16(8, 7),
    F32(8, 23),
    F64(11, 52);

    /** Where a result goes that is between two numbers: PTX's {@code rn}, {@code rz}, {@code rm} and {@code rp}. */
    enum Mode {
        RN,
        RZ,
        RM,
        RP
    }

    /** An exact number: a fraction whose denominator is positive. */
    record Fraction(BigInteger above, BigInteger below) {
        Fraction plus(Fraction other) {
            return new Fraction(
                    above.multiply(other.below).add(other.above.multiply(below)), below.multiply(other.below));
        }

        Fraction times(Fraction other) {
            return new Fraction(above.multiply(other.above), below.multiply(other.below));
        }

        Fraction over(Fraction other) {
            BigInteger sign = BigInteger.valueOf(other.above.signum());
            return new Fraction(above.multiply(other.below).multiply(sign), below.multiply(other.above.abs()));
        }

        int sign() {
            return above.signum();
        }
    }

    private final int exponentBits;
    private final int fractionBits;

    ReferenceFloat(int exponentBits, int fractionBits) {
        this.exponentBits = exponentBits;
        this.fractionBits = fractionBits;
    }

    int bits() {
        return 1 + exponentBits + fractionBits;
    }

    long sign() {
        return 1L << (bits() - 1);
    }

    long infinity() {
        return ((1L << exponentBits) - 1) << fractionBits;
    }

    /** The NaN that arithmetic gives. */
    long nan() {
        return this == F64 ? 0x7FF8000000000000L : sign() - 1;
    }

    long one() {
        return ((1L << (exponentBits - 1)) - 1) << fractionBits;
    }

    long smallestNormal() {
        return 1L << fractionBits;
    }

    long magnitude(long bits) {
        return bits & sign() - 1;
    }

    boolean isNegative(long bits) {
        return (bits & sign()) != 0;
    }

    boolean isNan(long bits) {
        return magnitude(bits) > infinity();
    }

    boolean isInfinite(long bits) {
        return magnitude(bits) == infinity();
    }

    boolean isZero(long bits) {
        return magnitude(bits) == 0;
    }

    boolean isSubnormal(long bits) {
        return magnitude(bits) < smallestNormal() && magnitude(bits) != 0;
    }

    /** A zero of the same sign in place of a subnormal number. */
    long flushed(long bits) {
        return isSubnormal(bits) ? bits & sign() : bits;
    }

    /** Limited to 0 to 1, and 0 in place of NaN. */
    long saturated(long bits) {
        if (isNan(bits) || isNegative(bits)) {
            return 0;
        }
        return Math.min(bits, one());
    }

    /** 0 in place of negative numbers. */
    long rectified(long bits) {
        return isNan(bits) ? nan() : isNegative(bits) ? 0 : bits;
    }

    /** The number that finite bits stand for. */
    Fraction number(long bits) {
        long exponent = magnitude(bits) >>> fractionBits;
        long fraction = magnitude(bits) & smallestNormal() - 1;
        BigInteger whole = BigInteger.valueOf(exponent == 0 ? fraction : fraction + smallestNormal());
        int power = (int) (Math.max(exponent, 1) - ((1L << (exponentBits - 1)) - 1) - fractionBits);
        BigInteger above = whole.shiftLeft(Math.max(power, 0));
        return new Fraction(isNegative(bits) ? above.negate() : above, BigInteger.ONE.shiftLeft(Math.max(-power, 0)));
    }

    /** The bits that an exact number other than 0 rounds to. */
    long rounded(Fraction exact, Mode mode) {
        boolean negative = exact.sign() < 0;
        BigInteger above = exact.above().abs();
        BigInteger below = exact.below();
        int precision = fractionBits + 1;
        int lowest = 2 - (1 << (exponentBits - 1)) - fractionBits;
        int unit = Math.max(lowest, above.bitLength() - below.bitLength() - precision);
        while (quotient(above, below, unit)[0].bitLength() > precision) {
            unit++;
        }
        BigInteger[] parts = quotient(above, below, unit);
        int order = parts[1].shiftLeft(1).compareTo(parts[2]);
        boolean away = switch (mode) {
            case RN -> order > 0 || (order == 0 && parts[0].testBit(0));
            case RZ -> false;
            case RM -> negative && parts[1].signum() != 0;
            case RP -> !negative && parts[1].signum() != 0;
        };
        BigInteger kept = away ? parts[0].add(BigInteger.ONE) : parts[0];
        if (kept.bitLength() > precision) {
            kept = kept.shiftRight(1);
            unit++;
        }
        long exponent = kept.bitLength() < precision ? 0 : unit - lowest + 1;
        long magnitude = exponent == 0
                ? kept.longValueExact()
                : kept.longValueExact() - smallestNormal() + (exponent << fractionBits);
        if (exponent >= (1 << exponentBits) - 1) {
            boolean toInfinity = mode == Mode.RN || (mode == Mode.RM && negative) || (mode == Mode.RP && !negative);
            magnitude = toInfinity ? infinity() : infinity() - 1;
        }
        return negative ? magnitude | sign() : magnitude;
    }

    /** How often 2 to a power goes into a fraction, what is left, and of how much. */
    private static BigInteger[] quotient(BigInteger above, BigInteger below, int power) {
        BigInteger dividend = above.shiftLeft(Math.max(-power, 0));
        BigInteger divisor = below.shiftLeft(Math.max(power, 0));
        BigInteger[] both = dividend.divideAndRemainder(divisor);
        return new BigInteger[] {both[0], both[1], divisor};
    }

    long fma(long a, long b, long c, Mode mode) {
        boolean productNegative = isNegative(a) != isNegative(b);
        boolean productInfinite = isInfinite(a) || isInfinite(b);
        boolean invalid = (isInfinite(a) && isZero(b))
                || (isZero(a) && isInfinite(b))
                || (productInfinite && isInfinite(c) && productNegative != isNegative(c));
        if (isNan(a) || isNan(b) || isNan(c) || invalid) {
            return nan();
        }
        if (productInfinite) {
            return infinity() | (productNegative ? sign() : 0);
        }
        if (isInfinite(c)) {
            return c;
        }
        Fraction sum = number(a).times(number(b)).plus(number(c));
        if (sum.sign() != 0) {
            return rounded(sum, mode);
        }
        boolean bothZero = isZero(c) && (isZero(a) || isZero(b));
        boolean negative = (bothZero && productNegative == isNegative(c)) ? productNegative : mode == Mode.RM;
        return negative ? sign() : 0;
    }

    long sum(long a, long b, Mode mode) {
        return fma(a, one(), b, mode);
    }

    long product(long a, long b, Mode mode) {
        long zero = isNegative(a) != isNegative(b) ? sign() : 0;
        return fma(a, b, zero, mode);
    }

    long quotient(long a, long b, Mode mode) {
        long negative = isNegative(a) != isNegative(b) ? sign() : 0;
        boolean invalid = (isZero(a) && isZero(b)) || (isInfinite(a) && isInfinite(b));
        if (isNan(a) || isNan(b) || invalid) {
            return nan();
        }
        if (isInfinite(a) || isZero(b)) {
            return infinity() | negative;
        }
        return isZero(a) || isInfinite(b) ? negative : rounded(number(a).over(number(b)), mode);
    }

    long root(long a, Mode mode) {
        if (isNan(a) || (isNegative(a) && !isZero(a))) {
            return nan();
        }
        if (isZero(a) || isInfinite(a)) {
            return a;
        }
        // Root of above / below with many more bits than any format has; a last bit stands for the rest.
        Fraction number = number(a);
        int more = 2 * 1200;
        BigInteger[] root =
                number.above().multiply(number.below()).shiftLeft(more).sqrtAndRemainder();
        BigInteger above = root[0].shiftLeft(1);
        return rounded(
                new Fraction(
                        root[1].signum() == 0 ? above : above.setBit(0),
                        number.below().shiftLeft(more / 2 + 1)),
                mode);
    }

    /** How many numbers of the format are between two that are no NaN, one end included. */
    long distance(long a, long b) {
        return Math.abs(line(a) - line(b));
    }

    private long line(long bits) {
        return isNegative(bits) ? -magnitude(bits) : magnitude(bits);
    }

    double value(long bits) {
        if (isNan(bits)) {
            return Double.NaN;
        }
        if (isInfinite(bits)) {
            return isNegative(bits) ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (isZero(bits)) {
            return isNegative(bits) ? -0.0 : 0.0;
        }
        return Double.longBitsToDouble(F64.rounded(number(bits), Mode.RN));
    }

    /** The nearest bits to a double. */
    long nearest(double value) {
        long bits = Double.doubleToRawLongBits(value);
        long negative = bits < 0 ? sign() : 0;
        if (Double.isNaN(value)) {
            return nan();
        }
        return value == 0
                ? negative
                : Double.isInfinite(value) ? infinity() | negative : rounded(F64.number(bits), Mode.RN);
    }
}
