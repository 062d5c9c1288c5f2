package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.MatrixType;

/**
 * A sum of exact products and one number more, as the tensor cores of an H100 make it: all are shifted to the exponent of the greatest, keep 25 bits
 * behind its leading place and lose the others, are added exactly, and the sum is rounded towards zero to single precision or to the nearest half.
 * The exponent of a product is the sum of its factors' exponents, whatever its significand is. Every NaN is the canonical one.
 *
 * <p>Source: measurements/tensor/tensor.cu on an H100: all of 61,000 sums of half precision and bfloat16 that hold no NaN; N. Khattak, M. Mikaitis,
 * "Accurate models of NVIDIA tensor cores" (2025) has the same model.
 */
final class TensorSum {
    private static final int KEPT_BITS = 25;
    private static final int SINGLE_FRACTION = 23;
    private static final int SINGLE_BIAS = 127;
    private static final int LEAST_SINGLE = -149;
    private static final long SINGLE_INFINITY = 0x7F800000L;
    private static final long SINGLE_NAN = 0x7FFFFFFFL;
    private static final long HALF_NAN = 0x7FFFL;

    private final Layout factors;
    private final Layout addend;
    private final MatrixType result;
    private boolean isNan;
    private boolean isPositiveInfinity;
    private boolean isNegativeInfinity;

    /** Where a format has its exponent: fraction bits, and exponent bits; the low {@code dropped} bits of a register do not count. */
    private record Layout(int fraction, int exponentBits, int dropped) {
        static Layout of(MatrixType type) {
            return switch (type) {
                case F16 -> new Layout(10, 5, 0);
                case BF16 -> new Layout(7, 8, 0);
                case TF32 -> new Layout(10, 8, 13);
                case F32 -> new Layout(SINGLE_FRACTION, 8, 0);
                default -> throw new IllegalArgumentException(type + " is no format of a tensor core's sum");
            };
        }

        private int field(int bits) {
            return (bits >>> (dropped + fraction)) & ((1 << exponentBits) - 1);
        }

        private int fractionOf(int bits) {
            return (bits >>> dropped) & ((1 << fraction) - 1);
        }

        private boolean isFinite(int bits) {
            return field(bits) != (1 << exponentBits) - 1;
        }

        private boolean isNan(int bits) {
            return !isFinite(bits) && fractionOf(bits) != 0;
        }

        private boolean isNegative(int bits) {
            return ((bits >>> (dropped + fraction + exponentBits)) & 1) != 0;
        }

        private long significand(int bits) {
            return field(bits) == 0 ? fractionOf(bits) : fractionOf(bits) | (1L << fraction);
        }

        /** The exponent of the place before the fraction. */
        private int exponent(int bits) {
            return Math.max(1, field(bits)) - ((1 << (exponentBits - 1)) - 1);
        }
    }

    TensorSum(MatrixType factors, MatrixType addend, MatrixType result) {
        this.factors = Layout.of(factors);
        this.addend = Layout.of(addend);
        this.result = result;
    }

    /**
     * The sum's bits.
     *
     * @param a one factor of each product
     * @param b the other
     * @param from index of the first product; {@code run} of every {@code 2 * run} are added, or all where {@code run} is 1
     * @param end behind the last
     * @param added bits of what is added
     */
    long of(int[] a, int[] b, int from, int run, int end, long added) {
        isNan = addend.isNan((int) added);
        isPositiveInfinity = false;
        isNegativeInfinity = false;
        if (!addend.isFinite((int) added)) {
            infinite(addend.isNegative((int) added));
        }
        long addedSignificand = addend.significand((int) added);
        int greatest = addedSignificand == 0 ? Integer.MIN_VALUE : addend.exponent((int) added);
        int step = run == 1 ? 1 : 2 * run;
        for (int at = from; at < end; at += step) {
            for (int k = at; k < at + run; k++) {
                if (!factors.isFinite(a[k]) || !factors.isFinite(b[k])) {
                    special(a[k], b[k]);
                } else if (factors.significand(a[k]) != 0 && factors.significand(b[k]) != 0) {
                    greatest = Math.max(greatest, factors.exponent(a[k]) + factors.exponent(b[k]));
                }
            }
        }
        if (isNan || (isPositiveInfinity && isNegativeInfinity)) {
            return result == MatrixType.F16 ? HALF_NAN : SINGLE_NAN;
        }
        if (isPositiveInfinity || isNegativeInfinity) {
            return infinity(isNegativeInfinity);
        }
        long sum = 0;
        for (int at = from; at < end; at += step) {
            for (int k = at; k < at + run; k++) {
                long product = factors.significand(a[k]) * factors.significand(b[k]);
                int exponent = factors.exponent(a[k]) + factors.exponent(b[k]);
                long term = shifted(product << (KEPT_BITS - 2 * factors.fraction()), greatest - exponent);
                sum += factors.isNegative(a[k]) == factors.isNegative(b[k]) ? term : -term;
            }
        }
        long term = addedSignificand == 0
                ? 0
                : shifted(addedSignificand << (KEPT_BITS - addend.fraction()), greatest - addend.exponent((int) added));
        sum += addend.isNegative((int) added) ? -term : term;
        return rounded(sum, greatest - KEPT_BITS);
    }

    private static long shifted(long significand, int distance) {
        return distance >= Long.SIZE ? 0 : significand >>> distance;
    }

    private void special(int a, int b) {
        boolean hasZero = (factors.isFinite(a) && factors.significand(a) == 0)
                || (factors.isFinite(b) && factors.significand(b) == 0);
        if (factors.isNan(a) || factors.isNan(b) || hasZero) {
            isNan = true;
        } else {
            infinite(factors.isNegative(a) != factors.isNegative(b));
        }
    }

    private void infinite(boolean isNegative) {
        isPositiveInfinity |= !isNegative;
        isNegativeInfinity |= isNegative;
    }

    private long infinity(boolean isNegative) {
        return result == MatrixType.F16
                ? FloatFormat.F16.encode(isNegative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY)
                : (int) (SINGLE_INFINITY | (isNegative ? 1L << (Integer.SIZE - 1) : 0));
    }

    /** A whole number times a power of two. */
    private long rounded(long sum, int exponent) {
        if (result == MatrixType.F16) {
            // Fewer bits than a double has.
            return FloatFormat.F16.result(Math.scalb((double) sum, exponent), 0);
        }
        if (sum == 0) {
            return 0;
        }
        long magnitude = Math.abs(sum);
        int leading = exponent + Long.SIZE - 1 - Long.numberOfLeadingZeros(magnitude);
        if (leading > SINGLE_BIAS) {
            return infinity(sum < 0);
        }
        int unit = Math.max(leading - SINGLE_FRACTION, LEAST_SINGLE);
        long kept = unit >= exponent ? shifted(magnitude, unit - exponent) : magnitude << (exponent - unit);
        // A carry into the exponent's place counts as the exponent of the least normal number.
        long bits = kept + ((long) (unit - LEAST_SINGLE) << SINGLE_FRACTION);
        return (int) (sum < 0 ? bits | (1L << (Integer.SIZE - 1)) : bits);
    }
}
