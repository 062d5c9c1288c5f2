package io.cdpsim.kernel.execution;

import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.execution.ExactNumber.Format;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Conversions against {@link BigInteger}, {@link BigDecimal} and exact rounding. */
class ConversionTest {
    static Stream<Opcode> toFloat() {
        return conversions().filter(o -> o.name().matches("CVT_[SU]\\d\\d_TO_F\\d\\d"));
    }

    static Stream<Opcode> toInteger() {
        return conversions().filter(o -> o.name().matches("CVT_F\\d\\d_TO_[SU]\\d\\d"));
    }

    private static Stream<Opcode> conversions() {
        return Arrays.stream(Opcode.values()).filter(o -> o.name().startsWith("CVT_"));
    }

    private static String source(Opcode opcode) {
        return opcode.name().substring(4, 7);
    }

    private static String target(Opcode opcode) {
        return opcode.name().substring(11);
    }

    @ParameterizedTest
    @MethodSource("toFloat")
    void integersBecomeTheNearestFloat(Opcode opcode) {
        String source = source(opcode);
        boolean narrow = source.endsWith("32");
        boolean single = target(opcode).equals("F32");
        List<long[]> cases = narrow ? ArithmeticCases.ints() : ArithmeticCases.longs();
        ArithmeticWarp.compare(opcode, 1, cases, (a, b, c) -> {
            BigInteger value = BigInteger.valueOf(a);
            if (source.startsWith("U") && a < 0) {
                value = value.add(BigInteger.ONE.shiftLeft(narrow ? 32 : 64));
            }
            double rounded = ExactNumber.of(value).rounded(single ? Format.F32 : Format.F64);
            return single ? Float.floatToRawIntBits((float) rounded) : Double.doubleToRawLongBits(rounded);
        });
    }

    @ParameterizedTest
    @MethodSource("toInteger")
    void floatsAreCutTowardsZeroAndSaturateAndNoNumberBecomesWhatPtxSays(Opcode opcode) {
        boolean single = source(opcode).equals("F32");
        String target = target(opcode);
        int bits = Integer.parseInt(target.substring(1));
        boolean signed = target.startsWith("S");
        BigInteger highest = BigInteger.ONE.shiftLeft(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
        BigInteger lowest = signed ? highest.not() : BigInteger.ZERO;
        List<long[]> cases = single ? ArithmeticCases.floats() : ArithmeticCases.doubles();
        ArithmeticWarp.compare(opcode, 1, cases, (a, b, c) -> {
            double value = single ? Float.intBitsToFloat((int) a) : Double.longBitsToDouble(a);
            BigInteger exact;
            if (Double.isNaN(value)) {
                // PTX's cvt: zero from a shorter float to at most 32 bits, else the top bit alone.
                exact = single && bits == 32 ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(bits - 1);
            } else if (Double.isInfinite(value)) {
                exact = value > 0 ? highest : lowest;
            } else {
                exact = new BigDecimal(value).toBigInteger().max(lowest).min(highest);
            }
            return bits == 32 ? exact.intValue() : exact.longValue();
        });
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "CVT_S32_TO_S64",
                "CVT_U32_TO_U64",
                "CVT_I64_TO_I32",
                "CVT_TO_S8",
                "CVT_TO_U8",
                "CVT_TO_S16",
                "CVT_TO_U16"
            })
    void integersAreCutOrExtended(Opcode opcode) {
        String name = opcode.name();
        int kept = name.endsWith("8") ? 8 : name.endsWith("16") ? 16 : 32;
        boolean signed = !name.contains("_TO_U");
        boolean fromWord = name.startsWith("CVT_S32") || name.startsWith("CVT_U32");
        List<long[]> cases = fromWord ? ArithmeticCases.ints() : ArithmeticCases.longs();
        ArithmeticWarp.compare(opcode, 1, cases, (a, b, c) -> {
            BigInteger low = BigInteger.valueOf(a).mod(BigInteger.ONE.shiftLeft(kept));
            boolean negative = signed && low.testBit(kept - 1);
            return (negative ? low.subtract(BigInteger.ONE.shiftLeft(kept)) : low).longValue();
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"CVT_F32_TO_F64", "CVT_F64_TO_F32"})
    void floatsBecomeTheNearestFloatOfTheOtherWidth(Opcode opcode) {
        boolean narrows = opcode == Opcode.CVT_F64_TO_F32;
        List<long[]> cases = narrows ? ArithmeticCases.doubles() : ArithmeticCases.floats();
        ArithmeticWarp.check(opcode, 1, cases, (a, b, c, result) -> {
            double from = narrows ? Double.longBitsToDouble(a) : Float.intBitsToFloat((int) a);
            double to = narrows ? Float.intBitsToFloat((int) result) : Double.longBitsToDouble(result);
            double expected = from;
            if (Double.isFinite(from)) {
                double magnitude = ExactNumber.of(from).rounded(narrows ? Format.F32 : Format.F64);
                expected = Math.copySign(magnitude, from);
            }
            boolean extended = !narrows || result == (int) result;
            return extended && Double.compare(expected, to) == 0 ? "" : "expected " + expected;
        });
    }
}
