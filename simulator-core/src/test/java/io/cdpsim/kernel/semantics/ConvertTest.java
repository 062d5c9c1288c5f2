package io.cdpsim.kernel.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.code.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Conversions between all types, in decimal digits. */
class ConvertTest {
    private static final int CASES = 80;
    private static final long[] WORDS = {
        0,
        1,
        -1,
        2,
        127,
        128,
        -128,
        -129,
        255,
        256,
        32767,
        32768,
        -32768,
        -32769,
        65504,
        65519,
        65520,
        65535,
        65536,
        0x7FFFFFFFL,
        0x80000000L,
        -0x80000000L,
        -0x80000001L,
        0xFFFFFFFFL,
        0x100000000L,
        0x1000001L,
        0x3000003L,
        0x20000000000001L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        0x7FFFFFC000000001L,
        0xFFFFFFFFFFFFFC00L
    };

    static Stream<Arguments> pairs() {
        List<ValueType> types = Arrays.stream(ValueType.values())
                .filter(type -> !type.name().endsWith("X2"))
                .toList();
        return types.stream().flatMap(from -> types.stream().map(to -> arguments(from, to)));
    }

    private static long[] operands(ValueType from) {
        SplittableRandom random = new SplittableRandom(from.name().hashCode());
        long[] given = from.isFloat() ? FloatCases.special(ExactFormat.valueOf(from.name())) : WORDS;
        long[] all = Arrays.copyOf(given, given.length + CASES);
        for (int i = given.length; i < all.length; i++) {
            all[i] = from.isFloat()
                    ? someFloat(ExactFormat.valueOf(from.name()), random)
                    : random.nextLong() >> random.nextInt(64);
        }
        return all;
    }

    /** Many of them near the ends of the integer types and halves between integers. */
    private static long someFloat(ExactFormat format, SplittableRandom random) {
        if (random.nextBoolean()) {
            return FloatCases.any(format, random);
        }
        double value = random.nextBoolean()
                ? random.nextInt(-70_000, 70_000) * 0.25
                : Math.scalb(random.nextInt(-5, 6) + 0.0, random.nextInt(70)) + random.nextInt(-3, 4) * 0.5;
        return switch (format) {
            case F64 -> Double.doubleToRawLongBits(value);
            case F32 -> Float.floatToRawIntBits((float) value);
            case BF16 -> Float.floatToRawIntBits((float) value) >> 16;
            case F16 -> format.register(format.one() + (long) (value * 8));
        };
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void conversionsRoundTheExactNumberOnce(ValueType from, ValueType to) {
        for (long a : operands(from)) {
            for (Rounding rounding : Rounding.values()) {
                for (int variant = 0; variant < 4; variant++) {
                    check(a, new Modifiers.Convert(from, to, rounding, false, (variant & 1) != 0, (variant & 2) != 0));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F16", "BF16", "F32", "F64"})
    void floatsLoseTheirFractionInTheirOwnFormat(ValueType type) {
        for (long a : operands(type)) {
            for (Rounding rounding : Rounding.values()) {
                check(a, new Modifiers.Convert(type, type, rounding, true, false, false));
            }
        }
    }

    private static void check(long a, Modifiers.Convert convert) {
        boolean real = convert.from() == ValueType.F64 || convert.to() == ValueType.F64;
        Opcode opcode =
                real ? Opcode.CONVERT_F64 : convert.leavesNoFraction() ? Opcode.CONVERT_INTEGRAL : Opcode.CONVERT;
        long result = Semantics.compute(opcode, convert, a, 0, 0);
        String complaint = complaint(a, convert, result);
        if (!complaint.isEmpty()) {
            throw new AssertionError(String.format("%s of %x gave %x: %s", convert, a, result, complaint));
        }
    }

    private static String complaint(long a, Modifiers.Convert convert, long result) {
        ValueType to = convert.to();
        if (!convert.from().isFloat()) {
            BigInteger number = integer(convert.from(), a);
            return to.isFloat()
                    ? ofFloat(new BigDecimal(number), false, convert, result)
                    : same(convert.saturates() ? limited(to, number) : number, to, result);
        }
        ExactFormat format = ExactFormat.valueOf(convert.from().name());
        if (format.isNan(a)) {
            return ofNan(a, convert, result);
        }
        boolean negative = format.isNegative(a);
        if (format.isInfinite(a)) {
            return ofInfinity(negative, convert, result);
        }
        boolean flushed = convert.flushesSubnormals()
                && format == ExactFormat.F32
                && to != ValueType.F16
                && format.isSubnormal(a);
        BigDecimal number = flushed ? BigDecimal.ZERO : format.number(a);
        if (!to.isFloat()) {
            return same(limited(to, whole(number, convert.rounding())), to, result);
        }
        return ofFloat(
                convert.toIntegral() ? new BigDecimal(whole(number, convert.rounding())) : number,
                negative,
                convert,
                result);
    }

    private static BigInteger whole(BigDecimal number, Rounding rounding) {
        RoundingMode mode = switch (rounding) {
            case NEAREST -> RoundingMode.HALF_EVEN;
            case ZERO -> RoundingMode.DOWN;
            case DOWN -> RoundingMode.FLOOR;
            case UP -> RoundingMode.CEILING;
        };
        return number.setScale(0, mode).toBigIntegerExact();
    }

    private static String ofFloat(BigDecimal exact, boolean negativeZero, Modifiers.Convert convert, long result) {
        ExactFormat format = ExactFormat.valueOf(convert.to().name());
        if (convert.saturates() && exact.signum() <= 0) {
            return result == 0 ? "" : "is not 0";
        }
        if (convert.saturates() && exact.compareTo(BigDecimal.ONE) >= 0) {
            return result == format.one() ? "" : "is not 1";
        }
        boolean negative = exact.signum() < 0 || (exact.signum() == 0 && negativeZero);
        long zero = format.register(negative ? format.sign() : 0);
        if (exact.signum() == 0) {
            return result == zero ? "" : "is not the zero of its sign";
        }
        boolean flushes = convert.flushesSubnormals() && convert.to() == ValueType.F32;
        if (flushes && exact.abs().compareTo(format.number(format.smallestNormal())) < 0) {
            return result == zero ? "" : "is not flushed";
        }
        return format.complaint(result, negative, exact.abs()::compareTo, convert.rounding());
    }

    /** As an H100 gives it: between double precision and others its sign and payload stay, of the payload what there is room for. */
    private static long nan(long a, Modifiers.Convert convert) {
        ExactFormat from = ExactFormat.valueOf(convert.from().name());
        ExactFormat to = ExactFormat.valueOf(convert.to().name());
        if (from != ExactFormat.F64 && to != ExactFormat.F64) {
            boolean keepsBits = from == ExactFormat.BF16 && to == ExactFormat.F32 && !convert.flushesSubnormals();
            return keepsBits ? (int) a << 16 : to.nan();
        }
        if (convert.flushesSubnormals() && from == ExactFormat.F32) {
            return 0x7FFFFFFFE0000000L;
        }
        BigInteger payload = BigInteger.valueOf(from.magnitude(a) - from.infinity());
        long kept = payload.shiftLeft(64)
                .shiftRight(64 + bits(from) - bits(to))
                .setBit(bits(to) - 1)
                .longValue();
        return to.register(to.infinity() | kept | (from.isNegative(a) ? to.sign() : 0));
    }

    private static int bits(ExactFormat format) {
        return Long.numberOfTrailingZeros(Long.lowestOneBit(format.infinity()));
    }

    private static String ofNan(long a, Modifiers.Convert convert, long result) {
        ValueType to = convert.to();
        if (to.isFloat()) {
            long expected = convert.saturates() ? 0 : nan(a, convert);
            return result == expected ? "" : "is not the NaN";
        }
        boolean zero = convert.from() != ValueType.F64 && to.bytes() < 8;
        return same(zero ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(8 * to.bytes() - 1), to, result);
    }

    private static String ofInfinity(boolean negative, Modifiers.Convert convert, long result) {
        ValueType to = convert.to();
        if (!to.isFloat()) {
            return same(negative ? lowest(to) : highest(to), to, result);
        }
        ExactFormat format = ExactFormat.valueOf(to.name());
        long limited = negative ? 0 : format.one();
        long infinite = format.register(format.infinity() | (negative ? format.sign() : 0));
        return result == (convert.saturates() ? limited : infinite) ? "" : "is wrong for an infinite number";
    }

    private static BigInteger integer(ValueType type, long a) {
        BigInteger low = BigInteger.valueOf(a).mod(BigInteger.ONE.shiftLeft(8 * type.bytes()));
        return type.isSigned() && low.testBit(8 * type.bytes() - 1)
                ? low.subtract(BigInteger.ONE.shiftLeft(8 * type.bytes()))
                : low;
    }

    private static BigInteger highest(ValueType type) {
        return BigInteger.ONE
                .shiftLeft(8 * type.bytes() - (type.isSigned() ? 1 : 0))
                .subtract(BigInteger.ONE);
    }

    private static BigInteger lowest(ValueType type) {
        return type.isSigned() ? highest(type).not() : BigInteger.ZERO;
    }

    private static BigInteger limited(ValueType type, BigInteger number) {
        return number.max(lowest(type)).min(highest(type));
    }

    /** Registers hold all but U8 sign-extended. */
    private static String same(BigInteger expected, ValueType to, long result) {
        int bits = 8 * to.bytes();
        BigInteger low = expected.mod(BigInteger.ONE.shiftLeft(bits));
        boolean negative = to != ValueType.U8 && low.testBit(bits - 1);
        long held = (negative ? low.subtract(BigInteger.ONE.shiftLeft(bits)) : low).longValue();
        return held == result ? "" : String.format("expected %x", held);
    }

    @ParameterizedTest
    @EnumSource(names = {"F16", "BF16"})
    void allHalvesAreWhatTheirBitsSayAndComeBack(ValueType type) {
        ExactFormat format = ExactFormat.valueOf(type.name());
        Modifiers widens = new Modifiers.Convert(type, ValueType.F32, Rounding.NEAREST, false, false, false);
        Modifiers narrows = new Modifiers.Convert(ValueType.F32, type, Rounding.NEAREST, false, false, false);
        for (int bits = 0; bits < 1 << 16; bits++) {
            long half = (short) bits;
            long single = Semantics.compute(Opcode.CONVERT, widens, half, 0, 0);
            float value = Float.intBitsToFloat((int) single);
            if (format.isNan(half)) {
                assertThat(single).isEqualTo(type == ValueType.BF16 ? (int) half << 16 : 0x7FFFFFFF);
                continue;
            }
            double expected = format.isInfinite(half)
                    ? Double.POSITIVE_INFINITY
                    : format.number(half).abs().doubleValue();
            if (value != (format.isNegative(half) ? -expected : expected) || (single < 0) != format.isNegative(half)) {
                throw new AssertionError(String.format("%s %x became %s", type, bits, value));
            }
            if (Semantics.compute(Opcode.CONVERT, narrows, single, 0, 0) != half) {
                throw new AssertionError(String.format("%s %x did not come back", type, bits));
            }
        }
    }

    /** Between neighbouring halves the middle goes to the even one, all else to the nearer; other directions know no middle. */
    @ParameterizedTest
    @EnumSource(names = {"F16", "BF16"})
    void floatsBetweenTwoHalvesGoToTheRightOne(ValueType type) {
        ExactFormat format = ExactFormat.valueOf(type.name());
        Modifiers widens = new Modifiers.Convert(type, ValueType.F64, Rounding.NEAREST, false, false, false);
        for (long bits = 0; bits < format.infinity() - 1; bits++) {
            double low = Double.longBitsToDouble(Semantics.compute(Opcode.CONVERT_F64, widens, bits, 0, 0));
            double high = Double.longBitsToDouble(Semantics.compute(Opcode.CONVERT_F64, widens, bits + 1, 0, 0));
            double middle = (low + high) / 2;
            long even = (bits & 1) == 0 ? bits : bits + 1;
            expect(type, Rounding.NEAREST, middle, even);
            expect(type, Rounding.NEAREST, Math.nextDown(middle), bits);
            expect(type, Rounding.NEAREST, Math.nextUp(middle), bits + 1);
            expect(type, Rounding.ZERO, Math.nextDown(high), bits);
            expect(type, Rounding.UP, Math.nextUp(low), bits + 1);
            expect(type, Rounding.DOWN, -Math.nextUp(low), (short) (bits + 1 | 0x8000));
        }
    }

    private static void expect(ValueType type, Rounding rounding, double value, long half) {
        Modifiers narrows = new Modifiers.Convert(ValueType.F64, type, rounding, false, false, false);
        long result = Semantics.compute(Opcode.CONVERT_F64, narrows, Double.doubleToRawLongBits(value), 0, 0);
        if (result != half) {
            throw new AssertionError(String.format("%s became %s %x, not %x", value, type, result, half));
        }
    }

    @Test
    void twoFloatsArePackedTheFirstOnTop() {
        Modifiers packs = new Modifiers.Convert(ValueType.F32, ValueType.F16X2, Rounding.NEAREST, false, false, false);
        Modifiers packsShort =
                new Modifiers.Convert(ValueType.F32, ValueType.BF16X2, Rounding.ZERO, false, false, false);
        long minusTwo = Float.floatToRawIntBits(-2.0f);
        long almostTwo = Float.floatToRawIntBits(Math.nextDown(2.0f));

        assertThat(Semantics.compute(Opcode.CONVERT_PACKED, packs, minusTwo, almostTwo, 0))
                .isEqualTo(0xFFFFFFFFC0004000L);
        assertThat(Semantics.compute(Opcode.CONVERT_PACKED, packsShort, minusTwo, almostTwo, 0))
                .isEqualTo(0xFFFFFFFFC0003FFFL);
    }
}
