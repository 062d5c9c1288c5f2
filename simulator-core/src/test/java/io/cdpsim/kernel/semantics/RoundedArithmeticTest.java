package io.cdpsim.kernel.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sums, products, quotients and roots in every format and direction against their definition: the exact value, in decimal digits, is
 * between the right neighbours.
 */
class RoundedArithmeticTest {
    private static final int CASES = 350;

    private enum Operation {
        ADD,
        SUB,
        MUL,
        FMA,
        DIV,
        RCP,
        SQRT
    }

    static Stream<Arguments> instructions() {
        return Arrays.stream(ExactFormat.values())
                .flatMap(format -> Arrays.stream(Operation.values())
                        .filter(operation -> !isHalf(format) || operation.compareTo(Operation.FMA) <= 0)
                        .flatMap(operation -> Arrays.stream(Rounding.values())
                                .filter(rounding -> !isHalf(format) || rounding == Rounding.NEAREST)
                                .map(rounding -> arguments(operation, format, rounding))));
    }

    private static boolean isHalf(ExactFormat format) {
        return format == ExactFormat.F16 || format == ExactFormat.BF16;
    }

    @ParameterizedTest
    @MethodSource("instructions")
    void resultsAreTheExactOnesRoundedOnce(Operation operation, ExactFormat format, Rounding rounding) {
        Opcode opcode = Opcode.valueOf(operation + "_" + format);
        Modifiers modifiers = new Modifiers.Arithmetic(rounding, false, false);
        for (long[] each : FloatCases.triples(format, isHalf(format) ? 5 * CASES : CASES)) {
            long result = Semantics.compute(opcode, modifiers, each[0], each[1], each[2]);
            String complaint = complaint(operation, format, rounding, each, result);
            assertThat(complaint)
                    .as("%s %s of %x %x %x gave %x", opcode, rounding, each[0], each[1], each[2], result)
                    .isEmpty();
            if (rounding == Rounding.NEAREST) {
                assertThat(Semantics.compute(opcode, Modifiers.NONE, each[0], each[1], each[2]))
                        .isEqualTo(result);
            }
        }
    }

    /** All seven as a * b + c, a / b or the root of a. */
    private static String complaint(
            Operation operation, ExactFormat format, Rounding rounding, long[] operands, long result) {
        long one = format.one();
        long minus = format.register(operands[1] ^ format.sign());
        return switch (operation) {
            case ADD -> ofSum(format, rounding, operands[0], one, operands[1], result);
            case SUB ->
                format.isNan(operands[1])
                        ? same(format, format.nan(operands[1]), result)
                        : ofSum(format, rounding, operands[0], one, minus, result);
            case MUL -> ofProduct(format, rounding, operands[0], operands[1], result);
            case FMA -> ofSum(format, rounding, operands[0], operands[1], operands[2], result);
            case DIV -> ofQuotient(format, rounding, operands[0], operands[1], result);
            case RCP -> ofQuotient(format, rounding, one, operands[0], result);
            case SQRT -> ofRoot(format, rounding, operands[0], result);
        };
    }

    private static String same(ExactFormat format, long expected, long result) {
        return format.register(expected) == result ? "" : String.format("expected %x", format.register(expected));
    }

    private static String ofSum(ExactFormat format, Rounding rounding, long a, long b, long c, long result) {
        boolean negative = format.isNegative(a) != format.isNegative(b);
        long sign = negative ? format.sign() : 0;
        boolean isNan = format.isNan(a) || format.isNan(b) || format.isNan(c);
        boolean undefined = (format.isInfinite(a) && format.magnitude(b) == 0)
                || (format.isInfinite(b) && format.magnitude(a) == 0);
        boolean infiniteProduct = format.isInfinite(a) || format.isInfinite(b);
        if (isNan || undefined || (infiniteProduct && format.isInfinite(c) && negative != format.isNegative(c))) {
            return same(format, format.nan(b, c, a), result);
        }
        if (infiniteProduct) {
            return same(format, format.infinity() | sign, result);
        }
        if (format.isInfinite(c)) {
            return same(format, c, result);
        }
        BigDecimal product = format.number(a).multiply(format.number(b));
        BigDecimal exact = product.add(format.number(c));
        if (exact.signum() != 0) {
            return format.complaint(result, exact.signum() < 0, exact.abs()::compareTo, rounding);
        }
        boolean bothZeros = product.signum() == 0;
        boolean alike = bothZeros && negative == format.isNegative(c);
        boolean negativeZero = alike ? negative : rounding == Rounding.DOWN;
        return same(format, negativeZero ? format.sign() : 0, result);
    }

    private static String ofProduct(ExactFormat format, Rounding rounding, long a, long b, long result) {
        boolean negative = format.isNegative(a) != format.isNegative(b);
        // A zero of the product's own sign changes no product.
        long zero = negative ? format.register(format.sign()) : 0;
        return ofSum(format, rounding, a, b, zero, result);
    }

    private static String ofQuotient(ExactFormat format, Rounding rounding, long a, long b, long result) {
        boolean negative = format.isNegative(a) != format.isNegative(b);
        long sign = negative ? format.sign() : 0;
        boolean undefined = (format.isInfinite(a) && format.isInfinite(b))
                || (format.magnitude(a) == 0 && format.magnitude(b) == 0);
        if (format.isNan(a) || format.isNan(b) || undefined) {
            return same(format, format.nan(a, b), result);
        }
        if (format.isInfinite(a) || format.magnitude(b) == 0) {
            return same(format, format.infinity() | sign, result);
        }
        if (format.isInfinite(b) || format.magnitude(a) == 0) {
            return same(format, sign, result);
        }
        BigDecimal dividend = format.number(a).abs();
        BigDecimal divisor = format.number(b).abs();
        return format.complaint(result, negative, x -> dividend.compareTo(x.multiply(divisor)), rounding);
    }

    private static String ofRoot(ExactFormat format, Rounding rounding, long a, long result) {
        if (format.magnitude(a) == 0) {
            return same(format, a, result);
        }
        if (format.isNan(a) || format.isNegative(a)) {
            return same(format, format.nan(a), result);
        }
        if (format.isInfinite(a)) {
            return same(format, a, result);
        }
        BigDecimal square = format.number(a);
        return format.complaint(result, false, x -> square.compareTo(x.multiply(x)), rounding);
    }

    static Stream<Arguments> flushing() {
        return Stream.of("ADD", "SUB", "MUL", "FMA", "NEG", "ABS")
                .flatMap(name -> Stream.of(ExactFormat.F32, ExactFormat.F16)
                        .map(format -> arguments(Opcode.valueOf(name + "_" + format), format)));
    }

    /** By its definition: zeros go in for subnormal operands, and come out for subnormal results. */
    @ParameterizedTest
    @MethodSource("flushing")
    void flushingTurnsSubnormalNumbersIntoZerosOfTheirSign(Opcode opcode, ExactFormat format) {
        Modifiers flushes = new Modifiers.Arithmetic(Rounding.NEAREST, true, false);
        for (long[] each : FloatCases.triples(format, CASES)) {
            long[] flushed = Arrays.stream(each).map(a -> flushed(format, a)).toArray();
            long plain = Semantics.compute(opcode, Modifiers.NONE, flushed[0], flushed[1], flushed[2]);
            assertThat(Semantics.compute(opcode, flushes, each[0], each[1], each[2]))
                    .as("%s of %x %x %x", opcode, each[0], each[1], each[2])
                    .isEqualTo(flushed(format, plain));
        }
    }

    private static long flushed(ExactFormat format, long a) {
        return format.isSubnormal(a) ? format.register(format.isNegative(a) ? format.sign() : 0) : a;
    }

    static Stream<Arguments> saturating() {
        return Stream.of("ADD", "MUL", "FMA")
                .flatMap(name -> Arrays.stream(ExactFormat.values())
                        .map(format -> arguments(Opcode.valueOf(name + "_" + format), format)));
    }

    @ParameterizedTest
    @MethodSource("saturating")
    void saturationLimitsResultsToZeroAndOneAndMakesNoNumberZero(Opcode opcode, ExactFormat format) {
        Modifiers saturates = new Modifiers.Arithmetic(Rounding.NEAREST, false, true);
        for (long[] each : FloatCases.triples(format, CASES)) {
            long plain = Semantics.compute(opcode, Modifiers.NONE, each[0], each[1], each[2]);
            boolean low = format.isNan(plain) || format.isNegative(plain);
            long expected = low ? 0 : Math.min(plain, format.one());
            assertThat(Semantics.compute(opcode, saturates, each[0], each[1], each[2]))
                    .as("%s of %x %x %x", opcode, each[0], each[1], each[2])
                    .isEqualTo(expected);
        }
    }

    static Stream<Arguments> extremes() {
        return Stream.of("MIN", "MAX")
                .flatMap(name -> Arrays.stream(ExactFormat.values()).map(format -> arguments(name, format)));
    }

    @ParameterizedTest
    @MethodSource("extremes")
    void extremesTakeTheNumberUnlessNansCountAndTheSignsOfBothOnRequest(String name, ExactFormat format) {
        Opcode opcode = Opcode.valueOf(name + "_" + format);
        for (long[] each : FloatCases.triples(format, CASES)) {
            for (int variant = 0; variant < 8; variant++) {
                boolean flushes = (variant & 1) != 0;
                boolean nans = (variant & 2) != 0;
                boolean signs = (variant & 4) != 0;
                long a = flushes ? flushed(format, each[0]) : each[0];
                long b = flushes ? flushed(format, each[1]) : each[1];
                long expected = extreme(format, name.equals("MAX"), a, b, nans, signs);
                assertThat(Semantics.compute(opcode, new Modifiers.Extreme(flushes, nans, signs), each[0], each[1], 0))
                        .as("%s variant %d of %x %x", opcode, variant, each[0], each[1])
                        .isEqualTo(format.register(expected));
                if (variant == 0) {
                    assertThat(Semantics.compute(opcode, Modifiers.NONE, a, b, 0))
                            .isEqualTo(format.register(expected));
                }
            }
        }
    }

    private static long extreme(ExactFormat format, boolean greatest, long a, long b, boolean nans, boolean signs) {
        boolean isNan = format.isNan(a) && format.isNan(b);
        if (isNan || (nans && (format.isNan(a) || format.isNan(b)))) {
            return isNan ? format.nan(b, a) : format.nan();
        }
        long x = signs ? format.magnitude(a) : a;
        long y = signs ? format.magnitude(b) : b;
        boolean first = format.isNan(b) || (!format.isNan(a) && order(format, x, y) < 0 != greatest);
        long chosen = format.magnitude(first ? x : y) | (format.isNegative(first ? x : y) ? format.sign() : 0);
        boolean negative = signs && format.isNegative(a) != format.isNegative(b);
        return negative ? chosen | format.sign() : chosen;
    }

    /** Patterns of floats are in the order of the numbers, those of negative ones reversed. */
    private static int order(ExactFormat format, long a, long b) {
        return Long.compare(rank(format, a), rank(format, b));
    }

    private static long rank(ExactFormat format, long a) {
        return format.isNegative(a) ? -1 - format.magnitude(a) : format.magnitude(a);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void pairsAreTwoHalvesByThemselves(Opcode opcode) {
        Opcode single = Opcode.valueOf(opcode.name().replace("F16X2", "F16"));
        ExactFormat format = single.name().endsWith("BF16") ? ExactFormat.BF16 : ExactFormat.F16;
        List<long[]> lows = FloatCases.triples(format, CASES);
        for (int i = 0; i < lows.size(); i++) {
            long[] low = lows.get(i);
            long[] high = lows.get((7 * i + 3) % lows.size());
            long[] both = new long[3];
            for (int k = 0; k < 3; k++) {
                both[k] = (int) ((high[k] << 16) | (low[k] & 0xFFFF));
            }
            long expectedLow = Semantics.compute(single, Modifiers.NONE, low[0], low[1], low[2]) & 0xFFFF;
            long expectedHigh = Semantics.compute(single, Modifiers.NONE, high[0], high[1], high[2]);
            assertThat(Semantics.compute(opcode, Modifiers.NONE, both[0], both[1], both[2]))
                    .isEqualTo((long) (int) ((expectedHigh << 16) | expectedLow));
        }
    }

    static Stream<Opcode> pairs() {
        return Arrays.stream(Opcode.values())
                .filter(opcode ->
                        opcode.name().endsWith("F16X2") && !opcode.name().startsWith("CVT_"));
    }
}
