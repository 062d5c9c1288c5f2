package io.cdpsim.programs.plan.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.programs.plan.expression.Formula.FormulaScope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormulaTest {
    private record Numbers(boolean isWhole, List<Double> values) implements FormulaScope.Values {
        @Override
        public long count() {
            return values.size();
        }

        @Override
        public long whole(long index) {
            return values.get((int) index).longValue();
        }

        @Override
        public double number(long index) {
            return values.get((int) index);
        }
    }

    private static final Map<String, Numbers> BUFFERS = Map.of(
            "a",
            new Numbers(true, List.of(10.0, 11.0, 12.0, 13.0)),
            "x",
            new Numbers(false, List.of(0.5, 1.5, 2.5, 3.5)));

    private static final FormulaScope SCOPE = (name, first) -> {
        Numbers found = BUFFERS.get(name);
        if (found == null) {
            throw new FormulaException("unknown buffer '" + name + "'");
        }
        return first ? new Numbers(found.isWhole, List.of(1.0, 2.0, 3.0, 4.0)) : found;
    };

    /** i is 2; the values are worked out by hand. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 + 2 * 3 | 7",
                "(1 + 2) * 3 | 9",
                "10 - 3 - 2 | 5",
                "-i * -3 | 6",
                "7 / 2 | 3",
                "-7 / 2 | -3",
                "-7 % 4 | -3",
                "a | 12",
                "a[i + 1] - a[0] | 3",
                "a.first[i] | 3",
                "a.first | 3",
                "a[a[0] - 9] | 11",
                "sum(a) | 46",
                "sum(a, 0, 0) | 0",
                "sum(a, 1, 2) - a[1] | 0",
                "sum(a, 0, 1) + sum(a, 1, 2) - sum(a, 0, 2) | 0",
                "max(i, abs(-5)) | 5",
                "min(i, 5) | 2",
                "0x10 + 1 | 17",
                "9223372036854775807 + 1 | -9223372036854775808"
            })
    void wholeNumbersAreComputedAsInC(String text, long value) {
        Formula formula = Formula.parse(text);

        assertThat(formula.isWhole(SCOPE)).isTrue();
        assertThat(formula.whole(SCOPE, 2)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x[i] + a | 14.5",
                "7 / 2.0 | 3.5",
                "1.5e1 | 15",
                "1e-1 + .5 | 0.6",
                "sqrt(16) | 4",
                "pow(2, 0.5) * pow(2, 0.5) - 2 < | 0",
                "floor(2.7) | 2",
                "sum(x) | 8",
                "1 / 0.0 | Infinity"
            })
    void otherNumbersAreComputedInDoublePrecision(String text, double value) {
        Formula formula = Formula.parse(text.replace("<", ""));

        assertThat(formula.isWhole(SCOPE)).isFalse();
        assertThat(formula.number(SCOPE, 2)).isCloseTo(value, org.assertj.core.data.Offset.offset(1e-12));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "1 + | found the end at character 4 of '1 +', expected a number, a name or '('",
                "(1 | found the end at character 3 of '(1', expected ')'",
                "a[1 | found the end at character 4 of 'a[1', expected ']'",
                "1 2 | found '2' at character 3 of '1 2', expected an operator or the end",
                "max(1) | found ')' at character 6 of 'max(1)', expected ','",
                "mxa(1, 2) | unknown function 'mxa'; did you mean 'max'?",
                "a.last | found 'a.last', expected 'a.first', what a held at first",
                "1x | found '1x', expected a number",
                "99999999999999999999999 | '99999999999999999999999' takes more than 64 bits"
            })
    void aTextThatIsNotAFormulaIsRejectedWithTheExpectation(String text, String message) {
        assertThatThrownBy(() -> Formula.parse(text))
                .isInstanceOf(FormulaException.class)
                .hasMessage(message);
    }

    @Test
    void formulasAreBoundedInDepthAndLength() {
        assertThatThrownBy(() -> Formula.parse("(".repeat(100))).hasMessageContaining("nested deeper");
        assertThatThrownBy(() -> Formula.parse("-".repeat(100) + "1")).hasMessageContaining("nested deeper");
        assertThatThrownBy(() -> Formula.parse("1" + "+1".repeat(1000)))
                .hasMessageContaining("more than 512 operations");
        assertThatThrownBy(() -> Formula.parse(" ".repeat(10_000))).hasMessageContaining("more than 4096 characters");
    }

    @Test
    void whatHasNoValueIsAnswered() {
        assertThatThrownBy(() -> Formula.parse("a[i + 3]").whole(SCOPE, 2))
                .hasMessage("a[5] is not there where i is 2: a has 4 elements");
        assertThatThrownBy(() -> Formula.parse("1 / (i - 2)").whole(SCOPE, 2))
                .hasMessage("a division by 0 where i is 2");
        assertThatThrownBy(() -> Formula.parse("a[x]").isWhole(SCOPE))
                .hasMessage("the index of a is not a whole number");
        assertThatThrownBy(() -> Formula.parse("1 + b").isWhole(SCOPE)).hasMessage("unknown buffer 'b'");
    }
}
