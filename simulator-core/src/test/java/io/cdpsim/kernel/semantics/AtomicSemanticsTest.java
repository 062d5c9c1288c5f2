package io.cdpsim.kernel.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What atomics leave in memory, against {@link BigInteger}. Operands are what registers hold: words are sign-extended. */
class AtomicSemanticsTest {
    private static final long[] SPECIAL = {
        0, 1, -1, 2, 5, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 0xFFFFFFFFL
    };

    static Stream<Arguments> operations() {
        return Stream.of(ValueType.S32, ValueType.U32, ValueType.S64, ValueType.U64)
                .flatMap(type -> Arrays.stream(AtomicOperation.values())
                        .filter(operation -> !type.isWide() || !isCounter(operation))
                        .map(operation -> arguments(operation, type)));
    }

    private static boolean isCounter(AtomicOperation operation) {
        return operation == AtomicOperation.INCREMENT || operation == AtomicOperation.DECREMENT;
    }

    @ParameterizedTest
    @MethodSource("operations")
    void integerAtomicsDoWhatTheManualSays(AtomicOperation operation, ValueType type) {
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 3_000; i++) {
            long old = operand(random, type);
            long a = random.nextInt(4) == 0 ? old : operand(random, type);
            long b = operand(random, type);
            BigInteger expected = expected(operation, type, number(type, old), number(type, a), number(type, b));
            assertThat(AtomicSemantics.result(operation, type, old, a, b))
                    .as("%s %s of %x with %x and %x", operation, type, old, a, b)
                    .isEqualTo(type.isWide() ? expected.longValue() : expected.intValue());
        }
    }

    private static BigInteger expected(
            AtomicOperation operation, ValueType type, BigInteger old, BigInteger a, BigInteger b) {
        // The counters compare as unsigned numbers whatever the type.
        BigInteger unsignedOld = old.mod(BigInteger.TWO.pow(8 * type.bytes()));
        BigInteger limit = a.mod(BigInteger.TWO.pow(8 * type.bytes()));
        return switch (operation) {
            case ADD -> old.add(a);
            case AND -> old.and(a);
            case OR -> old.or(a);
            case XOR -> old.xor(a);
            case MINIMUM -> old.min(a);
            case MAXIMUM -> old.max(a);
            case EXCHANGE -> a;
            case COMPARE_AND_SWAP -> old.equals(a) ? b : old;
            case INCREMENT -> unsignedOld.compareTo(limit) >= 0 ? BigInteger.ZERO : old.add(BigInteger.ONE);
            case DECREMENT ->
                unsignedOld.signum() == 0 || unsignedOld.compareTo(limit) > 0 ? a : old.subtract(BigInteger.ONE);
        };
    }

    private static long operand(SplittableRandom random, ValueType type) {
        long any = random.nextBoolean() ? SPECIAL[random.nextInt(SPECIAL.length)] : random.nextLong(-5, 6);
        long chosen = random.nextInt(3) == 0 ? random.nextLong() : any;
        return type.isWide() ? chosen : (int) chosen;
    }

    private static BigInteger number(ValueType type, long register) {
        BigInteger value = BigInteger.valueOf(register);
        return type.isSigned() ? value : value.mod(BigInteger.TWO.pow(8 * type.bytes()));
    }

    @Test
    void floatAdditionsRoundToTheNearest() {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 3_000; i++) {
            float a = random.nextInt(-1_000_000, 1_000_000) * 0x1p-11f;
            float b = random.nextInt(-1_000_000, 1_000_000) * 0x1p-3f;
            float sum =
                    Float.parseFloat(new BigDecimal(a).add(new BigDecimal(b)).toString());
            long result = AtomicSemantics.result(
                    AtomicOperation.ADD, ValueType.F32, Float.floatToRawIntBits(a), Float.floatToRawIntBits(b), 0);
            assertThat(result).isEqualTo(Float.floatToRawIntBits(sum));
            double x = random.nextLong() * 0x1p-40;
            double y = random.nextLong() * 0x1p-20;
            double wideSum =
                    Double.parseDouble(new BigDecimal(x).add(new BigDecimal(y)).toString());
            assertThat(AtomicSemantics.result(
                            AtomicOperation.ADD,
                            ValueType.F64,
                            Double.doubleToRawLongBits(x),
                            Double.doubleToRawLongBits(y),
                            0))
                    .isEqualTo(Double.doubleToRawLongBits(wideSum));
        }
    }

    @Test
    void sumsInGlobalMemoryFlushSubnormalNumbersAndKeepNansAsOnAnH100() {
        assertThat(AtomicSemantics.resultInGlobal(AtomicOperation.ADD, ValueType.F32, 0x5A51CB, 0x81800000, 0))
                .isEqualTo(0x81800000);
        assertThat(AtomicSemantics.resultInGlobal(AtomicOperation.ADD, ValueType.F32, 0x803CB6F7, 0x803CB6F7, 0))
                .isEqualTo(0x80000000);
        assertThat(AtomicSemantics.resultInGlobal(
                        AtomicOperation.ADD, ValueType.F64, 0x3F352160858D5F4AL, 0xFFF0000000000001L, 0))
                .isEqualTo(0xFFF0000000000001L);
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64"})
    void aNanSumHasOnePatternOrThatOfItsOperand(ValueType type) {
        boolean wide = type.isWide();
        long one = wide ? 0x7FF8000000012345L : 0x7FC12345L;
        long other = wide ? 0xFFF8000000000001L : (int) 0xFFC00001L;

        assertThat(AtomicSemantics.result(AtomicOperation.ADD, type, one, other, 0))
                .isEqualTo(wide ? one : 0x7FFFFFFFL);
        assertThat(AtomicSemantics.result(AtomicOperation.ADD, type, other, other, 0))
                .isEqualTo(wide ? other : 0x7FFFFFFFL);
    }

    /** 1.5 + 2 in half precision and in bfloat16, and a half that is out of range. */
    @Test
    void halvesAddByThemselvesInTheirFormat() {
        assertThat(AtomicSemantics.result(AtomicOperation.ADD, ValueType.F16, 0x3E00, 0x4000, 0))
                .isEqualTo(0x4300);
        assertThat(AtomicSemantics.result(AtomicOperation.ADD, ValueType.BF16, 0x3FC0, 0x4000, 0))
                .isEqualTo(0x4060);
        assertThat(AtomicSemantics.result(AtomicOperation.ADD, ValueType.F16X2, 0x7BFF3E00, 0x7BFF4000, 0))
                .isEqualTo(0x7C004300);
        assertThat(AtomicSemantics.result(AtomicOperation.ADD, ValueType.BF16X2, 0x3FC03FC0, 0x40004000, 0))
                .isEqualTo(0x40604060);
    }

    @Test
    void aSwapOf16BitsLooksAtNoOthers() {
        long swapped = AtomicSemantics.result(AtomicOperation.COMPARE_AND_SWAP, ValueType.U16, 0xFFFF, -1, 0x12348000L);
        long exchanged = AtomicSemantics.result(AtomicOperation.EXCHANGE, ValueType.U16, 5, -2, 0);

        assertThat(swapped).isEqualTo(0x8000);
        assertThat(exchanged).isEqualTo(0xFFFE);
    }
}
