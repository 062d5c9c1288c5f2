package io.cdpsim.kernel.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.cdpsim.kernel.code.Rounding;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Directed results of doubles have the bits that decimal digits give, which hold every value exactly: wherever the operands lie, and whatever cancels. */
class ExactRoundingTest {
    private static final int CASES = 5_000;

    /** The exponents at which the error terms of an operation begin to be lost, and those of what doubles hold. */
    private static final int[] EXPONENTS = {-1074, -1022, -970, -901, -900, -899, -450, 0, 450, 511, 899, 900, 901, 1023
    };

    private final SplittableRandom random = new SplittableRandom(7);

    /** A number other than zero. */
    private double any() {
        int exponent = random.nextInt(3) == 0
                ? random.nextInt(-60, 60)
                : EXPONENTS[random.nextInt(EXPONENTS.length)] + random.nextInt(-2, 3);
        return of(exponent);
    }

    /** A number of few bits or of many, so that results are exact, or halfway between doubles, or neither. */
    private double of(int exponent) {
        long fraction = random.nextLong() >>> random.nextInt(64) << random.nextInt(64) & (1L << 52) - 1;
        double significand = Double.longBitsToDouble(Double.doubleToRawLongBits(1) | fraction);
        int within = Math.max(Double.MIN_EXPONENT - 52, Math.min(Double.MAX_EXPONENT, exponent));
        return Math.scalb(random.nextBoolean() ? significand : -significand, within);
    }

    /** A summand beside a product: any, or one that cancels most of it, or one that is near half of its last place. */
    private double beside(double product) {
        double near = Math.abs(product) < Double.MAX_VALUE ? product : 1;
        return switch (random.nextInt(6)) {
            case 0 -> -near;
            case 1 -> -Math.nextUp(near);
            case 2 -> Math.nextDown(near) * (random.nextBoolean() ? -1 : -0.5);
            case 3 -> of(Math.getExponent(near) + random.nextInt(-110, 110));
            case 4 -> random.nextBoolean() ? 0.0 : -0.0;
            default -> any();
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"ZERO", "DOWN", "UP"})
    void fusedProductsAndSums(Rounding rounding) {
        int cancelled = 0;
        for (int i = 0; i < CASES; i++) {
            double a = any();
            double b = random.nextInt(4) == 0 ? 1 : any();
            double c = beside(a * b);
            BigDecimal exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c));
            double result = ExactRounding.fused(a, b, c, rounding);
            if (exact.signum() == 0) {
                assertThat(1 / result).isEqualTo(1 / (rounding == Rounding.DOWN ? -0.0 : 0.0));
                cancelled++;
            } else {
                check(result, exact.signum() < 0, rounding, each -> each.compareTo(exact.abs()), a, b, c);
            }
        }
        assertThat(cancelled).isPositive();
    }

    @ParameterizedTest
    @EnumSource(names = {"ZERO", "DOWN", "UP"})
    void products(Rounding rounding) {
        for (int i = 0; i < CASES; i++) {
            double a = any();
            double b = any();
            BigDecimal exact = new BigDecimal(a).multiply(new BigDecimal(b));
            double result = ExactRounding.product(a, b, rounding);
            check(result, exact.signum() < 0, rounding, each -> each.compareTo(exact.abs()), a, b);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ZERO", "DOWN", "UP"})
    void quotients(Rounding rounding) {
        for (int i = 0; i < CASES; i++) {
            double b = any();
            double product = b * of(0);
            double a = random.nextInt(4) == 0 && Double.isFinite(product) && product != 0 ? product : any();
            BigDecimal dividend = new BigDecimal(a).abs();
            BigDecimal divisor = new BigDecimal(b).abs();
            double result = ExactRounding.quotient(a, b, rounding);
            check(
                    result,
                    (a < 0) != (b < 0),
                    rounding,
                    each -> each.multiply(divisor).compareTo(dividend),
                    a,
                    b);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ZERO", "DOWN", "UP"})
    void roots(Rounding rounding) {
        for (int i = 0; i < CASES; i++) {
            double root = of(random.nextInt(-500, 500));
            double a = random.nextInt(4) == 0 ? root * root : Math.abs(any());
            BigDecimal square = new BigDecimal(a);
            double result = ExactRounding.root(a, rounding);
            check(result, false, rounding, each -> each.multiply(each).compareTo(square), a);
        }
    }

    /**
     * A result has the exact value's sign, and its magnitude is the greatest double that is not above the exact one or the least that is not below it.
     *
     * @param toExact compares a magnitude with the exact one
     */
    private static void check(
            double result, boolean negative, Rounding rounding, ToIntFunction<BigDecimal> toExact, double... operands) {
        double magnitude = Math.abs(result);
        boolean below = rounding == Rounding.ZERO || (rounding == Rounding.DOWN) != negative;
        boolean rightSide = below ? compare(magnitude, toExact) <= 0 : compare(magnitude, toExact) >= 0;
        boolean nearest =
                below ? compare(Math.nextUp(magnitude), toExact) > 0 : compare(Math.nextDown(magnitude), toExact) < 0;
        boolean rightSign = (Math.copySign(1, result) < 0) == negative;
        if (!rightSide || !nearest || !rightSign) {
            fail("%s of %s rounded %s", result, Arrays.toString(operands), rounding);
        }
    }

    private static int compare(double magnitude, ToIntFunction<BigDecimal> toExact) {
        return Double.isInfinite(magnitude) ? 1 : toExact.applyAsInt(new BigDecimal(magnitude));
    }
}
