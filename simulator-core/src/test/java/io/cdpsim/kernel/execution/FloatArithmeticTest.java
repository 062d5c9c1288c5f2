package io.cdpsim.kernel.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.execution.ExactNumber.Format;
import io.cdpsim.kernel.semantics.Semantics;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Floating-point instructions against exact arithmetic that rounds once. */
class FloatArithmeticTest {
    private interface Function {
        double of(Format format, double a, double b, double c);
    }

    static Stream<Arguments> instructions() {
        return Stream.of(
                        instruction("ADD", 2, FloatArithmeticTest::sum),
                        instruction("SUB", 2, (f, a, b, c) -> sum(f, a, -b, c)),
                        instruction("MUL", 2, FloatArithmeticTest::product),
                        instruction("FMA", 3, FloatArithmeticTest::fused),
                        instruction("DIV", 2, FloatArithmeticTest::quotient),
                        instruction("RCP", 1, (f, a, b, c) -> quotient(f, 1, a, c)),
                        instruction("SQRT", 1, FloatArithmeticTest::root),
                        instruction("MIN", 2, (f, a, b, c) -> picked(a, b, Double.compare(a, b) <= 0)),
                        instruction("MAX", 2, (f, a, b, c) -> picked(a, b, Double.compare(a, b) >= 0)))
                .flatMap(s -> s);
    }

    private static Stream<Arguments> instruction(String name, int operands, Function function) {
        return Stream.of(
                arguments(Opcode.valueOf(name + "_F32"), operands, function),
                arguments(Opcode.valueOf(name + "_F64"), operands, function));
    }

    private static double sum(Format format, double a, double b, double unused) {
        return fused(format, a, 1, b);
    }

    private static double product(Format format, double a, double b, double unused) {
        if (!Double.isFinite(a) || !Double.isFinite(b)) {
            return a * b;
        }
        double rounded = ExactNumber.of(a).times(ExactNumber.of(b)).rounded(format);
        return Math.copySign(rounded, Math.copySign(1, a) * Math.copySign(1, b));
    }

    private static double fused(Format format, double a, double b, double c) {
        if (!Double.isFinite(a) || !Double.isFinite(b)) {
            return a * b + c;
        }
        if (!Double.isFinite(c)) {
            return c;
        }
        ExactNumber exact = ExactNumber.of(a).times(ExactNumber.of(b)).plus(ExactNumber.of(c));
        if (!exact.isZero()) {
            return exact.rounded(format);
        }
        boolean negativeProduct = Math.copySign(1, a) * Math.copySign(1, b) < 0;
        boolean negativeAddend = Math.copySign(1, c) < 0;
        return negativeProduct && negativeAddend ? -0.0 : 0.0;
    }

    private static double quotient(Format format, double a, double b, double unused) {
        if (!Double.isFinite(a) || !Double.isFinite(b) || b == 0) {
            return a / b;
        }
        double rounded = ExactNumber.of(a).dividedBy(ExactNumber.of(b)).rounded(format);
        return Math.copySign(rounded, Math.copySign(1, a) * Math.copySign(1, b));
    }

    private static double root(Format format, double a, double unused, double unused2) {
        if (a == 0 || !Double.isFinite(a) || a < 0) {
            return a == 0 || a == Double.POSITIVE_INFINITY ? a : Double.NaN;
        }
        return ExactNumber.of(a).squareRoot().rounded(format);
    }

    /** A number wins over what is none; the order has -0 below +0. */
    private static double picked(double a, double b, boolean first) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return Double.isNaN(a) ? b : a;
        }
        return first ? a : b;
    }

    @ParameterizedTest
    @MethodSource("instructions")
    void floatInstructionsRoundTheExactResultOnceToTheNearestEven(Opcode opcode, int operands, Function function) {
        if (isSingle(opcode)) {
            ArithmeticWarp.compare(
                    opcode,
                    operands,
                    ArithmeticCases.floats(),
                    (a, b, c) -> bits((float) function.of(Format.F32, single(a), single(b), single(c))));
        } else {
            ArithmeticWarp.compare(opcode, operands, ArithmeticCases.doubles(), (a, b, c) -> {
                double result = function.of(Format.F64, real(a), real(b), real(c));
                return Double.isNaN(result) ? nan(opcode, operands, a, b, c) : bits(result);
            });
        }
    }

    /** As an H100 has it: the first of b, c, a that is no number, of a quotient the first of a and b; quieted. */
    private static long nan(Opcode opcode, int operands, long a, long b, long c) {
        long[] order = operands == 1
                ? new long[] {a}
                : opcode == Opcode.DIV_F64
                        ? new long[] {a, b}
                        : operands == 2 ? new long[] {b, a} : new long[] {b, c, a};
        for (long each : order) {
            if (Double.isNaN(real(each))) {
                return each | 1L << 51;
            }
        }
        return 0xFFF8000000000000L;
    }

    @Test
    void aResultIsTinyBeforeItIsRounded() {
        long below = 0x3F7FFFFF;
        long smallest = 0x00800000;
        Modifiers flushing = new Modifiers.Arithmetic(Rounding.NEAREST, true, false);

        assertThat(Semantics.compute(Opcode.MUL_F32, flushing, below, smallest, 0))
                .isZero();
        assertThat(Semantics.compute(Opcode.FMA_F32, flushing, below, smallest, 0))
                .isZero();
        assertThat(Semantics.compute(Opcode.MUL_F32, Modifiers.NONE, below, smallest, 0))
                .isEqualTo(smallest);
    }

    @Test
    void aFusedMultiplyAddDoesNotRoundTwice() {
        // The product is a little less than half a unit in the last place of c: a double cannot hold the sum.
        float c = 1.0f + 0x1p-23f;
        float a = 1.0f + 0x1p-23f;
        float b = 0x1p-24f * (1.0f - 0x1p-23f);

        long[] operands = {bits(a), bits(b), bits(c)};
        assertThat((float) ((double) a * b + c)).isNotEqualTo(c);
        ArithmeticWarp.compare(Opcode.FMA_F32, 3, List.of(operands), (x, y, z) -> bits(c));
    }

    @ParameterizedTest
    @EnumSource(names = {"NEG_F32", "ABS_F32", "NEG_F64", "ABS_F64"})
    void negationAndMagnitudeTouchOnlyTheSignBitOfNumbers(Opcode opcode) {
        boolean single = isSingle(opcode);
        boolean negates = opcode.name().startsWith("NEG");
        List<long[]> cases = single ? ArithmeticCases.floats() : ArithmeticCases.doubles();
        int sign = single ? 31 : 63;
        ArithmeticWarp.check(opcode, 1, cases, (a, b, c, result) -> {
            if (single ? Float.isNaN(single(a)) : Double.isNaN(real(a))) {
                return result == (single ? 0x7FFFFFFFL : a | 1L << 51) ? "" : "is not the NaN";
            }
            boolean before = (a >>> sign & 1) != 0;
            boolean after = (result >>> sign & 1) != 0;
            boolean othersSame = (a << (64 - sign)) == (result << (64 - sign));
            boolean extended = !single || result == (int) result;
            return othersSame && extended && after == (negates && !before) ? "" : "is wrong";
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"RSQRT_F32", "RSQRT_F64"})
    void reciprocalRootsAreWithinTwoUnitsOfTheLastPlace(Opcode opcode) {
        boolean single = isSingle(opcode);
        List<long[]> cases = single ? ArithmeticCases.floats() : ArithmeticCases.doubles();
        Format format = single ? Format.F32 : Format.F64;
        ArithmeticWarp.check(opcode, 1, cases, (a, b, c, result) -> {
            double operand = single ? single(a) : real(a);
            double actual = single ? single(result) : real(result);
            if (operand == 0 || !Double.isFinite(operand) || operand < 0) {
                double expected = operand == 0 ? 1 / operand : operand > 0 ? 0 : Double.NaN;
                return Double.compare(expected, actual) == 0 ? "" : "expected " + expected;
            }
            double expected = ExactNumber.of(1)
                    .dividedBy(ExactNumber.of(operand).squareRoot())
                    .rounded(format);
            double unit = single ? Math.ulp((float) expected) : Math.ulp(expected);
            return Math.abs(actual - expected) <= 2 * unit ? "" : "expected about " + expected;
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"SIN_F32", "COS_F32", "EX2_F32", "LG2_F32"})
    void transcendentalFunctionsAreAsNearAsPtxSays(Opcode opcode) {
        double absolute = switch (opcode) {
            case LG2_F32 -> 0x1p-22;
            case EX2_F32 -> 0;
            default -> 0x1p-20;
        };
        ArithmeticWarp.check(opcode, 1, ArithmeticCases.floats(), (a, b, c, result) -> {
            float expected = (float) transcendental(opcode, single(a));
            float actual = single(result);
            // PTX bounds the error of angles from -pi to pi; the unit takes others by a product in single precision.
            boolean isAngle = opcode == Opcode.SIN_F32 || opcode == Opcode.COS_F32;
            if (isAngle && Float.isFinite(single(a)) && Math.abs(single(a)) > Math.PI) {
                return Math.abs(actual) <= 1 ? "" : "expected -1 to 1";
            }
            double bound = Math.max(absolute, 2.0 * Math.ulp(expected));
            boolean close = Float.compare(expected, actual) == 0 || Math.abs((double) expected - actual) <= bound;
            return close && result == (int) result ? "" : "expected about " + expected;
        });
    }

    private static double transcendental(Opcode opcode, double a) {
        return switch (opcode) {
            case SIN_F32 -> StrictMath.sin(a);
            case COS_F32 -> StrictMath.cos(a);
            case EX2_F32 -> StrictMath.exp(a * StrictMath.log(2));
            // Near 1 the logarithm is tiny, and only log1p keeps its digits.
            default ->
                Math.abs(a - 1) < 0.5
                        ? StrictMath.log1p(a - 1) / StrictMath.log(2)
                        : StrictMath.log10(a) / StrictMath.log10(2);
        };
    }

    @Test
    void powersOfTwoAreExactAndLogarithmsOfFractionsAreShort() {
        for (int exponent = -149; exponent < 128; exponent++) {
            long power = bits(Math.scalb(1.0f, exponent));
            long number = bits((float) exponent);
            // A subnormal power is the square of another, which is exact for even exponents.
            if (exponent >= Float.MIN_EXPONENT || exponent % 2 == 0) {
                ArithmeticWarp.compare(
                        Opcode.EX2_F32, 1, List.<long[]>of(new long[] {number, 0, 0}), (a, b, c) -> power);
            }
            // An H100's table does not start at zero: measurements/mufu has lg2 of 1/2, and forms those of other
            // powers.
            long logarithm =
                    exponent == -1 ? 0xFFFFFFFFBF7FFFFEL : exponent < -1 && exponent > -129 ? number - 1 : number;
            ArithmeticWarp.compare(
                    Opcode.LG2_F32, 1, List.<long[]>of(new long[] {power, 0, 0}), (a, b, c) -> logarithm);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ADD_F32", "SUB_F32", "MUL_F32", "DIV_F32", "FMA_F32", "MIN_F32"})
    void aSingleNanHasTheSameBitsWhateverItsSource(Opcode opcode) {
        long quiet = 0x7FC12345L;
        long negative = (int) 0xFFC00001L;
        ArithmeticWarp.compare(
                opcode,
                opcode == Opcode.FMA_F32 ? 3 : 2,
                List.of(new long[] {quiet, quiet, quiet}, new long[] {negative, quiet, negative}),
                (a, b, c) -> 0x7FFFFFFFL);
    }

    private static boolean isSingle(Opcode opcode) {
        return opcode.name().endsWith("F32");
    }

    private static float single(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    private static double real(long bits) {
        return Double.longBitsToDouble(bits);
    }

    /** What is no number has one pattern in the simulator. */
    private static long bits(float value) {
        return Float.isNaN(value) ? 0x7FFFFFFF : Float.floatToRawIntBits(value);
    }

    private static long bits(double value) {
        return Double.doubleToLongBits(value);
    }
}
