package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Rounding;
import java.math.BigDecimal;

/** A binary float format by its definition, to judge results by: which number bits stand for, and which bits an exact number rounds to. */
enum ExactFormat {
    F16(5, 10),
    BF16(8, 7),
    F32(8, 23),
    F64(11, 52);

    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final BigDecimal HALF = new BigDecimal("0.5");

    private final int exponentBits;
    private final int fractionBits;

    ExactFormat(int exponentBits, int fractionBits) {
        this.exponentBits = exponentBits;
        this.fractionBits = fractionBits;
    }

    /** The magnitude of an exact result that may be no decimal number, by its order to any. */
    interface Magnitude {
        int against(BigDecimal number);
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

    long nan() {
        return this == F64 ? 0xFFF8000000000000L : sign() - 1;
    }

    /** What an H100 gives for a result that is no number: of double precision the first operand that is none, quieted. */
    long nan(long... operands) {
        for (long operand : operands) {
            if (this == F64 && isNan(operand)) {
                return operand | 1L << (fractionBits - 1);
            }
        }
        return nan();
    }

    long one() {
        return ((1L << (exponentBits - 1)) - 1) << fractionBits;
    }

    long smallestNormal() {
        return 1L << fractionBits;
    }

    private long pattern(long register) {
        return register & (sign() | sign() - 1);
    }

    long magnitude(long register) {
        return pattern(register) & ~sign();
    }

    boolean isNegative(long register) {
        return (pattern(register) & sign()) != 0;
    }

    boolean isNan(long register) {
        return magnitude(register) > infinity();
    }

    boolean isInfinite(long register) {
        return magnitude(register) == infinity();
    }

    boolean isFinite(long register) {
        return magnitude(register) < infinity();
    }

    boolean isSubnormal(long register) {
        return magnitude(register) < smallestNormal() && magnitude(register) != 0;
    }

    /** As registers hold a pattern. */
    long register(long pattern) {
        return (pattern << (64 - bits())) >> (64 - bits());
    }

    /** The number that finite bits stand for; for those of infinity what would follow the largest number. */
    BigDecimal number(long register) {
        long magnitude = magnitude(register);
        long exponent = magnitude >>> fractionBits;
        long fraction = magnitude & smallestNormal() - 1;
        long bias = (1L << (exponentBits - 1)) - 1;
        BigDecimal whole = BigDecimal.valueOf(exponent == 0 ? fraction : fraction + smallestNormal());
        int power = (int) (Math.max(exponent, 1) - bias - fractionBits);
        BigDecimal value = power >= 0 ? whole.multiply(TWO.pow(power)) : whole.multiply(HALF.pow(-power));
        return isNegative(register) ? value.negate() : value;
    }

    /** What is wrong with a result of which the exact value is not zero; empty if nothing is. */
    String complaint(long register, boolean negative, Magnitude exact, Rounding rounding) {
        if (register(pattern(register)) != register) {
            return "is not sign-extended";
        }
        if (isNan(register) || isNegative(register) != negative) {
            return "is no number or has the wrong sign";
        }
        long bits = magnitude(register);
        boolean right = switch (rounding) {
            case NEAREST -> isNearest(bits, exact);
            case ZERO -> isBelow(bits, exact);
            case DOWN -> negative ? isAbove(bits, exact) : isBelow(bits, exact);
            case UP -> negative ? isBelow(bits, exact) : isAbove(bits, exact);
        };
        return right ? "" : "is not the number it rounds to " + rounding;
    }

    private boolean isBelow(long bits, Magnitude exact) {
        boolean nextIsAbove = bits + 1 >= infinity() || exact.against(number(bits + 1)) < 0;
        return bits < infinity() && exact.against(number(bits)) >= 0 && nextIsAbove;
    }

    private boolean isAbove(long bits, Magnitude exact) {
        boolean isEnough = bits == infinity() || exact.against(number(bits)) <= 0;
        return isEnough && bits > 0 && exact.against(number(bits - 1)) > 0;
    }

    private boolean isNearest(long bits, Magnitude exact) {
        boolean even = (bits & 1) == 0;
        if (bits > 0) {
            int low = exact.against(number(bits - 1).add(number(bits)).multiply(HALF));
            if (low < 0 || (low == 0 && !even)) {
                return false;
            }
        }
        if (bits < infinity()) {
            int high = exact.against(number(bits).add(number(bits + 1)).multiply(HALF));
            return high < 0 || (high == 0 && even);
        }
        return true;
    }
}
