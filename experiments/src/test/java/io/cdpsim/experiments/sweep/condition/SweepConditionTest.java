package io.cdpsim.experiments.sweep.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.workloads.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepConditionTest {
    private static final Set<String> NAMES =
            new LinkedHashSet<>(List.of("a", "b", "variant", "arg.1", "-DSIZE", "l2.latency", "child-block"));

    private static boolean holds(String text) {
        Map<String, String> values = new LinkedHashMap<>(
                Map.of("a", "3", "b", "4", "variant", "warp", "arg.1", "10", "-DSIZE", "64", "l2.latency", "200"));
        values.put("child-block", "32");
        return SweepCondition.parse(text, NAMES).holds(values);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = ';',
            value = {
                "a < b; true",
                "b <= 4 && a >= 3; true",
                "a == 3 || b / 0 > 1; true",
                "a + b * 2 == 11; true",
                "(a + b) * 2 == 14; true",
                "10 - a - b == 3; true",
                "-a < -2; true",
                "!(a < b); false",
                "a < b == 1 < b || a > b; true",
                "SIZE % child-block == 0; true",
                "variant == warp; true",
                "variant != 'warp'; false",
                "variant == \"two words\"; false",
                "variant == 3; false",
                "arg.1 * l2.latency == 2e3; true",
            })
    void aConditionIsThatOfC(String text, boolean expected) {
        assertThat(holds(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = ';',
            value = {
                "a <; --where 'a <', column 4: found the end, expected a name or a value",
                "(a < b; --where '(a < b', column 7: found the end, expected ')'",
                "a < b c; --where 'a < b c', column 7: found 'c', expected an operator",
                "variat == warp; --where 'variat == warp': found 'variat', expected a name of the sweep, one of",
                "variant < 3; --where 'variant < 3': found 'warp', expected a number",
                "variant && a; --where 'variant && a': found the word 'warp', expected a comparison",
                "variant == a; --where 'variant == a': found a comparison of 'warp' with '3.0'; write the word a in"
                        + " quotation",
                "3; --where '3', column 2: found the end, expected a condition on a name of the sweep",
            })
    void anErrorSaysWhatIsExpectedAndWhere(String text, String message) {
        assertThatThrownBy(() -> holds(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aMisspeltNameIsSuggested() {
        assertThatThrownBy(() -> holds("variat == warp")).hasMessageEndingWith("did you mean 'variant'?");
    }
}
