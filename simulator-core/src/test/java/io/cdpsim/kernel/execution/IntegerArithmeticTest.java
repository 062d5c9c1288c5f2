package io.cdpsim.kernel.execution;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.kernel.code.Opcode;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Integer instructions against {@link BigInteger}. */
class IntegerArithmeticTest {
    /** How an instruction reads its operands, and how wide its result is. */
    private enum Kind {
        S32(32, true),
        U32(32, false),
        S64(64, true),
        U64(64, false);

        private final int bits;
        private final boolean signed;

        Kind(int bits, boolean signed) {
            this.bits = bits;
            this.signed = signed;
        }

        BigInteger read(long register) {
            BigInteger value = BigInteger.valueOf(bits == 32 ? (int) register : register);
            return signed || value.signum() >= 0 ? value : value.add(BigInteger.ONE.shiftLeft(bits));
        }

        /** Registers hold results of 32 bits sign-extended. */
        long write(BigInteger result) {
            return bits == 32 ? result.intValue() : result.longValue();
        }
    }

    private interface Unary {
        BigInteger of(BigInteger a);
    }

    private interface Binary {
        BigInteger of(BigInteger a, BigInteger b);
    }

    private interface Ternary {
        BigInteger of(BigInteger a, BigInteger b, BigInteger c);
    }

    static Stream<Arguments> instructions() {
        return Stream.of(
                        both(Opcode.ADD_I32, Opcode.ADD_I64, BigInteger::add),
                        both(Opcode.SUB_I32, Opcode.SUB_I64, BigInteger::subtract),
                        both(Opcode.MUL_I32, Opcode.MUL_I64, BigInteger::multiply),
                        both(Opcode.AND_B32, Opcode.AND_B64, BigInteger::and),
                        both(Opcode.OR_B32, Opcode.OR_B64, BigInteger::or),
                        both(Opcode.XOR_B32, Opcode.XOR_B64, BigInteger::xor),
                        both(Opcode.MIN_S32, Opcode.MIN_S64, BigInteger::min),
                        both(Opcode.MAX_S32, Opcode.MAX_S64, BigInteger::max),
                        unsigned(Opcode.MIN_U32, Opcode.MIN_U64, BigInteger::min),
                        unsigned(Opcode.MAX_U32, Opcode.MAX_U64, BigInteger::max),
                        both(Opcode.MULHI_S32, Opcode.MULHI_S64, null),
                        unsigned(Opcode.MULHI_U32, Opcode.MULHI_U64, null),
                        unary(Opcode.MOV, Kind.S64, a -> a),
                        unary(Opcode.NEG_I32, Kind.S32, BigInteger::negate),
                        unary(Opcode.NEG_I64, Kind.S64, BigInteger::negate),
                        unary(Opcode.ABS_S32, Kind.S32, BigInteger::abs),
                        unary(Opcode.ABS_S64, Kind.S64, BigInteger::abs),
                        unary(Opcode.NOT_B32, Kind.S32, BigInteger::not),
                        unary(Opcode.NOT_B64, Kind.S64, BigInteger::not),
                        unary(Opcode.POPC_B32, Kind.U32, a -> BigInteger.valueOf(a.bitCount())),
                        unary(Opcode.POPC_B64, Kind.U64, a -> BigInteger.valueOf(a.bitCount())),
                        unary(Opcode.CLZ_B32, Kind.U32, a -> BigInteger.valueOf(32 - a.bitLength())),
                        unary(Opcode.CLZ_B64, Kind.U64, a -> BigInteger.valueOf(64 - a.bitLength())),
                        unary(Opcode.BREV_B32, Kind.U32, a -> reversed(a, 32)),
                        unary(Opcode.BREV_B64, Kind.U64, a -> reversed(a, 64)),
                        ternary(
                                Opcode.MAD_I32,
                                Kind.S32,
                                (a, b, c) -> a.multiply(b).add(c)),
                        ternary(
                                Opcode.MAD_I64,
                                Kind.S64,
                                (a, b, c) -> a.multiply(b).add(c)),
                        ternary(Opcode.BFE_U32, Kind.U32, (a, b, c) -> field(a, b, c, false)),
                        ternary(Opcode.BFE_S32, Kind.U32, (a, b, c) -> field(a, b, c, true)))
                .flatMap(s -> s);
    }

    private static Stream<Arguments> both(
            Opcode word, Opcode wide, @org.jspecify.annotations.Nullable Binary function) {
        return pair(word, Kind.S32, wide, Kind.S64, function);
    }

    private static Stream<Arguments> unsigned(
            Opcode word, Opcode wide, @org.jspecify.annotations.Nullable Binary function) {
        return pair(word, Kind.U32, wide, Kind.U64, function);
    }

    /** No function stands for the upper half of the product. */
    private static Stream<Arguments> pair(
            Opcode word,
            Kind wordKind,
            Opcode wide,
            Kind wideKind,
            @org.jspecify.annotations.Nullable Binary function) {
        Binary narrow = function == null ? (a, b) -> a.multiply(b).shiftRight(32) : function;
        Binary broad = function == null ? (a, b) -> a.multiply(b).shiftRight(64) : function;
        return Stream.of(binary(word, wordKind, narrow), binary(wide, wideKind, broad));
    }

    private static Arguments binary(Opcode opcode, Kind kind, Binary function) {
        ArithmeticWarp.Reference reference = (a, b, c) -> kind.write(function.of(kind.read(a), kind.read(b)));
        return arguments(opcode, 2, kind.bits, reference);
    }

    private static Stream<Arguments> unary(Opcode opcode, Kind kind, Unary function) {
        ArithmeticWarp.Reference reference = (a, b, c) -> kind.write(function.of(kind.read(a)));
        return Stream.of(arguments(opcode, 1, kind.bits, reference));
    }

    private static Stream<Arguments> ternary(Opcode opcode, Kind kind, Ternary function) {
        ArithmeticWarp.Reference reference =
                (a, b, c) -> kind.write(function.of(kind.read(a), kind.read(b), kind.read(c)));
        return Stream.of(arguments(opcode, 3, kind.bits, reference));
    }

    private static BigInteger reversed(BigInteger a, int bits) {
        BigInteger result = BigInteger.ZERO;
        for (int i = 0; i < bits; i++) {
            if (a.testBit(i)) {
                result = result.setBit(bits - 1 - i);
            }
        }
        return result;
    }

    /** The rule of the PTX manual for bfe, bit by bit. */
    private static BigInteger field(BigInteger a, BigInteger b, BigInteger c, boolean signed) {
        int position = b.intValue() & 0xFF;
        int length = c.intValue() & 0xFF;
        boolean sign = signed && length != 0 && a.testBit(Math.min(position + length - 1, 31));
        BigInteger result = BigInteger.ZERO;
        for (int i = 0; i < 32; i++) {
            boolean inside = i < length && position + i <= 31;
            if (inside ? a.testBit(position + i) : sign) {
                result = result.setBit(i);
            }
        }
        return result;
    }

    @ParameterizedTest
    @MethodSource("instructions")
    void integerInstructionsGiveTheExactResultCutToItsWidth(
            Opcode opcode, int operands, int bits, ArithmeticWarp.Reference reference) {
        List<long[]> cases = bits == 32 ? ArithmeticCases.ints() : ArithmeticCases.longs();
        ArithmeticWarp.compare(opcode, operands, cases, reference);
    }

    @ParameterizedTest
    @EnumSource(names = {"MUL_WIDE_S32", "MUL_WIDE_U32", "MAD_WIDE_S32", "MAD_WIDE_U32"})
    void wideProductsKeepAllBits(Opcode opcode) {
        boolean adds = opcode.name().startsWith("MAD");
        Kind kind = opcode.name().endsWith("S32") ? Kind.S32 : Kind.U32;
        ArithmeticWarp.compare(opcode, adds ? 3 : 2, ArithmeticCases.widening(), (a, b, c) -> {
            BigInteger product = kind.read(a).multiply(kind.read(b));
            return Kind.S64.write(adds ? product.add(Kind.S64.read(c)) : product);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"DIV_S32", "DIV_U32", "REM_S32", "REM_U32", "DIV_S64", "DIV_U64", "REM_S64", "REM_U64"})
    void divisionsRoundTowardsZeroAndRemaindersHaveTheSignOfTheDividend(Opcode opcode) {
        Kind kind = Kind.valueOf(opcode.name().substring(4));
        List<long[]> cases = kind.bits == 32 ? ArithmeticCases.ints() : ArithmeticCases.longs();
        boolean quotient = opcode.name().startsWith("DIV");
        ArithmeticWarp.check(opcode, 2, cases, (a, b, c, result) -> {
            if (kind.read(b).signum() == 0) {
                // CUDA leaves the value open; all bits are set on an H100.
                return result == -1 ? "" : "is not all ones";
            }
            BigInteger[] exact = kind.read(a).divideAndRemainder(kind.read(b));
            long expected = kind.write(exact[quotient ? 0 : 1]);
            return expected == result ? "" : String.format("expected %016x", expected);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"SHL_B32", "SHR_S32", "SHR_U32", "SHL_B64", "SHR_S64", "SHR_U64"})
    void shiftsByTheWidthOrMoreShiftAllBitsOut(Opcode opcode) {
        String type = opcode.name().substring(4);
        Kind kind = Kind.valueOf(type.replace('B', 'U'));
        List<long[]> cases = kind.bits == 32 ? ArithmeticCases.ints() : ArithmeticCases.longs();
        ArithmeticWarp.compare(opcode, 2, cases, (a, b, c) -> {
            int amount = Kind.U32.read(b).min(BigInteger.valueOf(100)).intValue();
            BigInteger value = kind.read(a);
            return kind.write(opcode.name().startsWith("SHL") ? value.shiftLeft(amount) : value.shiftRight(amount));
        });
    }
}
