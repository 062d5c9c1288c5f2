package io.cdpsim.ptx.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.ptx.syntax.FloatLiteral;
import io.cdpsim.ptx.syntax.Initializer;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import java.math.BigInteger;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers, and expressions that the PTX ISA's chapter on constant expressions gives a value. */
class ConstantExpressionTest {
    private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "42; 42; false",
                "0x2a; 42; false",
                "0X2AU; 42; true",
                "052; 42; false",
                "0b101010; 42; false",
                "0; 0; false",
                "0U; 0; true",
                "-42; -42; false",
                "9223372036854775807; 9223372036854775807; false",
                "9223372036854775808; -9223372036854775808; true",
                "0xFFFFFFFFFFFFFFFF; -1; true",
                "18446744073709551615; -1; true",
                "1+2*3; 7; false",
                "(1+2)*3; 9; false",
                "10-3-2; 5; false",
                "100/7/2; 7; false",
                "-7/2; -3; false",
                "-7 % 3; -1; false",
                "-1U/2; 9223372036854775807; true",
                "1<<4+1; 32; false",
                "-16>>2; -4; false",
                "-16U>>60; 15; true",
                "1<<64; 0; false",
                "-1>>64; -1; false",
                "1>2; 0; false",
                "-1<0; 1; false",
                "-1<0U; 0; false",
                "1 < 2 == 1; 1; false",
                "6 & 3 == 3; 0; false",
                "1 | 2 ^ 3 & 2; 1; false",
                "0 || 1 && 0; 0; false",
                "2 > 1 ? 3 : 4 ; 3; false",
                "0 ? 1 : 0 ? 2 : 3; 3; false",
                "1 ? 2 : 3U; 2; true",
                "~0; -1; false",
                "!5; 0; false",
                "- -5; 5; false",
                "+5; 5; false",
                "(.u64) -1 >> 63; 1; true",
                "(.s64) 1U - 2; -1; false",
            })
    void aWholeNumberHasTheValueThatTheIsaGivesIt(String text, long value, boolean unsigned) {
        IntegerLiteral read = (IntegerLiteral) initializer(text);
        assertThat(read.value()).isEqualTo(value);
        assertThat(read.unsigned()).isEqualTo(unsigned);
    }

    @ParameterizedTest
    @CsvSource({
        "0f3F800000, 32, 1.0",
        "0F40490FDB, 32, 3.1415927410125732",
        "-0f3F800000, 32, -1.0",
        "0d400921FB54442D18, 64, 3.141592653589793",
        "-0d0000000000000000, 64, -0.0",
        "1.5, 64, 1.5",
        ".5, 64, 0.5",
        "1., 64, 1.0",
        "-2.5e-3, 64, -0.0025",
        "1E3, 64, 1000",
        "0.1, 64, 0.1",
    })
    void aDecimalHasItsBits(String text, int width, double value) {
        FloatLiteral read = (FloatLiteral) initializer(text);
        assertThat(read.width()).isEqualTo(width);
        assertThat(read.value()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void drawnExpressionsHaveTheValueThatWholeNumbersOfAnySizeGive(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            BigInteger value = draw(random, 4, text);
            assertThat(((IntegerLiteral) initializer(text.toString())).value())
                    .as(text.toString())
                    .isEqualTo(value.longValue());
        }
    }

    /** Writes an unsigned expression and works it out, all modulo 2 to the 64. */
    private static BigInteger draw(Random random, int depth, StringBuilder text) {
        if (depth == 0 || random.nextInt(4) == 0) {
            BigInteger number = new BigInteger(random.nextBoolean() ? 64 : 4, random);
            text.append(random.nextBoolean() ? number.toString() : "0x" + number.toString(16))
                    .append('U');
            return number;
        }
        text.append('(');
        BigInteger left = draw(random, depth - 1, text);
        String operator = new String[] {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"}[random.nextInt(10)];
        text.append(' ').append(operator).append(' ');
        if (operator.equals("<<") || operator.equals(">>")) {
            int by = random.nextInt(70);
            text.append(by).append(')');
            return operator.equals("<<") ? left.shiftLeft(by).mod(TWO_64) : left.shiftRight(by);
        }
        if (operator.equals("/") || operator.equals("%")) {
            BigInteger divisor = BigInteger.valueOf(1 + random.nextInt(1000));
            text.append(divisor).append(')');
            return operator.equals("/") ? left.divide(divisor) : left.mod(divisor);
        }
        BigInteger right = draw(random, depth - 1, text);
        text.append(')');
        return switch (operator) {
            case "+" -> left.add(right).mod(TWO_64);
            case "-" -> left.subtract(right).mod(TWO_64);
            case "*" -> left.multiply(right).mod(TWO_64);
            case "&" -> left.and(right);
            case "|" -> left.or(right);
            default -> left.xor(right);
        };
    }

    private static Initializer initializer(String text) {
        return Objects.requireNonNull(PtxReader.read("t", ".version 9.0 .target sm_90 .global .u64 x = " + text + ";")
                .variables()
                .get(0)
                .initializer());
    }
}
