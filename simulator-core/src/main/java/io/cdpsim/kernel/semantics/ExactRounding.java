package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Rounding;
import java.math.BigDecimal;

/**
 * Sums, products, quotients and roots that are rounded once, in any direction.
 *
 * <p>For the smaller formats a result is a double rounded to odd: of the two doubles around a value that none holds, the one with an odd
 * last bit. Rounded once more, to a format of at least two bits less, it gives what the value itself would. For doubles the sign of the
 * error says whether the neighbour of the nearest one is meant. Signs of zeros that cancel follow IEEE 754: negative only when rounding
 * down.
 */
final class ExactRounding {
    /**
     * Between these magnitudes no error term of a sum, a product, a quotient or a root of doubles is lost beyond what doubles hold: their least bits are
     * above 2^-1074, and no sum of two reaches 2^1024.
     */
    private static final double LEAST = 0x1p-900;

    private static final double MOST = 0x1p900;

    private ExactRounding() {}

    /** A number without fraction. */
    static double integral(double value, Rounding rounding) {
        return switch (rounding) {
            case NEAREST -> Math.rint(value);
            case ZERO -> value < 0 ? Math.ceil(value) : Math.floor(value);
            case DOWN -> Math.floor(value);
            case UP -> Math.ceil(value);
        };
    }

    /** The sum, rounded to odd. Operands are far from the ends of what doubles hold. */
    static double oddSum(double a, double b, Rounding rounding) {
        double sum = a + b;
        if (sum == 0) {
            return zero(sum, 1 / a > 0 && 1 / b > 0 && a == 0, rounding);
        }
        if (!Double.isFinite(sum)) {
            return sum;
        }
        return odd(sum, errorOfSum(a, b, sum));
    }

    /** A sum that is zero, rounded to the nearest so far. */
    private static double zero(double nearest, boolean ofPositiveZeros, Rounding rounding) {
        return rounding == Rounding.DOWN && !ofPositiveZeros ? -0.0 : nearest;
    }

    static double oddQuotient(double a, double b) {
        double quotient = a / b;
        if (quotient == 0 || !Double.isFinite(quotient) || !Double.isFinite(b)) {
            return quotient;
        }
        return odd(quotient, Math.fma(-quotient, b, a) * Math.signum(b));
    }

    static double oddRoot(double a) {
        double root = Math.sqrt(a);
        return root > 0 && Double.isFinite(root) ? odd(root, Math.fma(-root, root, a)) : root;
    }

    /** Of the two doubles around an exact value, the one whose last bit is odd; the value itself if the error is 0. */
    static double odd(double nearest, double error) {
        if (error == 0 || (Double.doubleToRawLongBits(nearest) & 1) != 0) {
            return nearest;
        }
        return error > 0 ? Math.nextUp(nearest) : Math.nextDown(nearest);
    }

    /** a * b + c as a double. */
    static double fused(double a, double b, double c, Rounding rounding) {
        double nearest = Math.fma(a, b, c);
        if (rounding == Rounding.NEAREST || !Double.isFinite(a) || !Double.isFinite(b) || !Double.isFinite(c)) {
            return nearest;
        }
        double product = a * b;
        if (isMiddling(product) && (c == 0 || isMiddling(c))) {
            return nearest == 0
                    ? zero(nearest, false, rounding)
                    : directed(nearest, sign(errorOfFused(a, b, c, product, nearest)), nearest < 0, rounding);
        }
        BigDecimal exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c));
        if (exact.signum() == 0) {
            return zero(nearest, c == 0 && 1 / c > 0 && 1 / (a * b) > 0, rounding);
        }
        return directed(nearest, exact, rounding);
    }

    private static boolean isMiddling(double value) {
        double magnitude = Math.abs(value);
        return magnitude >= LEAST && magnitude <= MOST;
    }

    private static int sign(double error) {
        return error > 0 ? 1 : error < 0 ? -1 : 0;
    }

    /**
     * A number with the sign of a * b + c minus its nearest double: the first term of that error by Boldo and Muller, "Exact and Approximated Error of the
     * FMA" (IEEE Transactions on Computers 60, 2011), whose sums of pairs are exact with their error terms.
     */
    private static double errorOfFused(double a, double b, double c, double product, double nearest) {
        double ofProduct = Math.fma(a, b, -product);
        double small = c + ofProduct;
        double ofSmall = errorOfSum(c, ofProduct, small);
        double large = product + small;
        double ofLarge = errorOfSum(product, small, large);
        return ((large - nearest) + ofLarge) + ofSmall;
    }

    /** What a sum lacks of the exact one. */
    private static double errorOfSum(double a, double b, double sum) {
        double fromB = sum - a;
        return (a - (sum - fromB)) + (b - fromB);
    }

    static double product(double a, double b, Rounding rounding) {
        double nearest = a * b;
        if (rounding == Rounding.NEAREST || a == 0 || b == 0 || !Double.isFinite(a) || !Double.isFinite(b)) {
            return nearest;
        }
        if (isMiddling(nearest)) {
            return directed(nearest, sign(Math.fma(a, b, -nearest)), nearest < 0, rounding);
        }
        return directed(nearest, new BigDecimal(a).multiply(new BigDecimal(b)), rounding);
    }

    static double quotient(double a, double b, Rounding rounding) {
        double nearest = a / b;
        if (rounding == Rounding.NEAREST || a == 0 || b == 0 || !Double.isFinite(a) || !Double.isFinite(b)) {
            return nearest;
        }
        boolean negative = (a < 0) != (b < 0);
        if (isMiddling(nearest) && isMiddling(a)) {
            int rest = sign(Math.fma(-nearest, b, a));
            return directed(nearest, b < 0 ? -rest : rest, negative, rounding);
        }
        if (Double.isInfinite(nearest)) {
            return directed(nearest, negative ? 1 : -1, negative, rounding);
        }
        BigDecimal left = new BigDecimal(a).subtract(new BigDecimal(nearest).multiply(new BigDecimal(b)));
        return directed(nearest, b < 0 ? -left.signum() : left.signum(), negative, rounding);
    }

    static double root(double a, Rounding rounding) {
        double nearest = Math.sqrt(a);
        if (rounding == Rounding.NEAREST || !(a > 0) || !Double.isFinite(a)) {
            return nearest;
        }
        if (isMiddling(a)) {
            return directed(nearest, sign(Math.fma(-nearest, nearest, a)), false, rounding);
        }
        BigDecimal root = new BigDecimal(nearest);
        return directed(nearest, new BigDecimal(a).compareTo(root.multiply(root)), false, rounding);
    }

    /** A nonzero exact value rounded to a double in some direction, given the nearest double. */
    private static double directed(double nearest, BigDecimal exact, Rounding rounding) {
        boolean negative = exact.signum() < 0;
        int error = Double.isInfinite(nearest) ? (negative ? 1 : -1) : exact.compareTo(new BigDecimal(nearest));
        return directed(nearest, error, negative, rounding);
    }

    /**
     * An exact value rounded to a double in some direction, given the nearest double.
     *
     * @param error sign of the exact value minus the nearest double
     */
    static double directed(double nearest, int error, boolean negative, Rounding rounding) {
        boolean down = rounding == Rounding.DOWN || (rounding == Rounding.ZERO && !negative);
        if (error == 0 || rounding == Rounding.NEAREST || down != (error < 0)) {
            return nearest;
        }
        return down ? Math.nextDown(nearest) : Math.nextUp(nearest);
    }
}
