package io.cdpsim.kernel.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.FloatClass;
import io.cdpsim.kernel.code.Opcode;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Functions of halves, classes of floats, signs, and comparisons of halves. */
class FloatFunctionTest {
    @ParameterizedTest
    @EnumSource(names = {"EX2_F16", "TANH_F16", "EX2_BF16", "TANH_BF16"})
    void functionsOfAllHalvesAreAsNearAsHardwareComes(Opcode opcode) {
        ExactFormat format = opcode.name().endsWith("BF16") ? ExactFormat.BF16 : ExactFormat.F16;
        for (int bits = 0; bits < 1 << 16; bits += 7) {
            long a = (short) bits;
            long result = Semantics.compute(opcode, Modifiers.NONE, a, 0, 0);
            if (format.isNan(a)) {
                assertThat(result).isEqualTo(0x7FFF);
                continue;
            }
            double value = number(format, a);
            double expected = opcode.name().startsWith("EX2") ? Math.exp(value * Math.log(2)) : Math.tanh(value);
            // The hyperbolic tangent is an approximation that is cut.
            int units = opcode.name().startsWith("TANH") ? 2 : 1;
            long below = Math.max(format.magnitude(result) - units, 0);
            long above = Math.min(format.magnitude(result) + units, format.infinity());
            double least = format.isNegative(result) ? -number(format, above) : number(format, below);
            double most = format.isNegative(result) ? -number(format, below) : number(format, above);
            assertThat(least <= expected && expected <= most)
                    .as("%s of %s gave %x", opcode, value, result)
                    .isTrue();
        }
    }

    private static double number(ExactFormat format, long a) {
        if (format.isInfinite(a)) {
            return format.isNegative(a) ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return format.number(a).doubleValue();
    }

    @Test
    void theHyperbolicTangentIsAsNearAsPtxSays() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 3_000; i++) {
            long a = FloatCases.any(ExactFormat.F32, random);
            float value = Float.intBitsToFloat((int) a);
            float expected = (float) Math.tanh(value);
            float result = Float.intBitsToFloat((int) Semantics.compute(Opcode.TANH_F32, Modifiers.NONE, a, 0, 0));
            boolean close =
                    Float.compare(expected, result) == 0 || Math.abs(expected - result) <= 0x1p-11 * Math.abs(expected);
            assertThat(close).as("of %s", value).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64"})
    void classesAreAsTheExponentAndTheFractionSay(ExactFormat format) {
        Opcode opcode = Opcode.valueOf("CLASSIFY_" + format);
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 2_000; i++) {
            long a = FloatCases.any(format, random);
            for (FloatClass kind : FloatClass.values()) {
                boolean expected = switch (kind) {
                    case FINITE -> format.isFinite(a);
                    case INFINITE -> format.isInfinite(a);
                    case NUMBER -> !format.isNan(a);
                    case NOT_A_NUMBER -> format.isNan(a);
                    case NORMAL -> format.isFinite(a) && !format.isSubnormal(a);
                    case SUBNORMAL -> format.isSubnormal(a);
                };
                assertThat(Semantics.test(opcode, new Modifiers.Classify(kind), a, 0))
                        .as("%s of %x", kind, a)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64"})
    void aCopiedSignGoesToTheMagnitudeOfTheSecondBitByBit(ExactFormat format) {
        Opcode opcode = Opcode.valueOf("COPYSIGN_" + format);
        for (long[] each : FloatCases.triples(format, 1_000)) {
            long expected = format.magnitude(each[1]) | (format.isNegative(each[0]) ? format.sign() : 0);
            assertThat(Semantics.compute(opcode, Modifiers.NONE, each[0], each[1], 0))
                    .isEqualTo(format.register(expected));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NEG_F16", "ABS_F16", "NEG_BF16", "ABS_BF16"})
    void signsOfHalvesChangeAloneAndANanHasOnePattern(Opcode opcode) {
        ExactFormat format = opcode.name().endsWith("BF16") ? ExactFormat.BF16 : ExactFormat.F16;
        for (int bits = 0; bits < 1 << 16; bits++) {
            int changed = opcode.name().startsWith("NEG") ? bits ^ 0x8000 : bits & 0x7FFF;
            int expected = format.isNan((short) bits) ? 0x7FFF : changed;
            if (Semantics.compute(opcode, Modifiers.NONE, (short) bits, 0, 0) != (short) expected) {
                throw new AssertionError(String.format("%s of %x", opcode, bits));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void comparisonsOfFloatsHaveTheOrderOfTheNumbersAndFlushOnRequest(ExactFormat format) {
        Opcode opcode = Opcode.valueOf("COMPARE_" + format);
        for (long[] each : FloatCases.triples(format, 400)) {
            for (Comparison comparison : Comparison.values()) {
                for (boolean flushes : new boolean[] {false, true}) {
                    assertThat(Semantics.test(opcode, new Modifiers.Compare(comparison, flushes), each[0], each[1]))
                            .as("%s %s of %x %x", opcode, comparison, each[0], each[1])
                            .isEqualTo(holds(format, comparison, flushes, each[0], each[1]));
                }
            }
        }
    }

    private static boolean holds(ExactFormat format, Comparison comparison, boolean flushes, long a, long b) {
        boolean unordered = format.isNan(a) || format.isNan(b);
        int order = unordered ? 0 : rank(format, flushes, a).compareTo(rank(format, flushes, b));
        return switch (comparison) {
            case EQUAL -> !unordered && order == 0;
            case NOT_EQUAL -> unordered || order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> !unordered && order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> !unordered && order >= 0;
            case LESS_OR_GREATER -> order != 0;
            case EQUAL_OR_UNORDERED -> order == 0;
            case LESS_OR_UNORDERED -> unordered || order < 0;
            case LESS_EQUAL_OR_UNORDERED -> order <= 0;
            case GREATER_OR_UNORDERED -> unordered || order > 0;
            case GREATER_EQUAL_OR_UNORDERED -> order >= 0;
            case ORDERED -> !unordered;
            case UNORDERED -> unordered;
        };
    }

    /** What follows the largest number stands for infinity. */
    private static BigDecimal rank(ExactFormat format, boolean flushes, long a) {
        return flushes && format.isSubnormal(a) ? BigDecimal.ZERO : format.number(a);
    }
}
