package io.cdpsim.memory.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds full state sets with their counts. Most are also held against {@link ReferenceModel}; where one changes, change the file only
 * with a reason from the axioms.
 */
class GoldenStatesTest {
    static List<String> shipped() {
        return ShippedTests.names();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyShippedTestIsAsItClaimsAndReachesTheStatesItAlwaysReached(String name) throws IOException {
        LitmusResult result =
                new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND).check(ShippedTests.read("builtin:" + name));
        assertThat(result.holds()).isTrue();
        assertThat(text(result)).isEqualTo(expected(name));
    }

    private static String expected(String name) throws IOException {
        String resource = "/io/cdpsim/memory/litmus/" + name + ".expected";
        try (InputStream in = Objects.requireNonNull(
                GoldenStatesTest.class.getResourceAsStream(resource), "there is no " + resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static String text(LitmusResult result) {
        StringBuilder text = new StringBuilder();
        text.append(result.holds() ? "Ok " : "No ")
                .append(result.observation().label())
                .append('\n');
        for (FinalState each : result.states()) {
            text.append(each.executions()).append(' ').append(each.state());
            text.append(each.waiting().isEmpty() ? "" : " waiting: " + String.join(", ", each.waiting()));
            text.append(each.isDefined() ? "" : " undefined: " + each.undefined())
                    .append('\n');
        }
        result.races()
                .forEach(each -> text.append("race ")
                        .append(each.first())
                        .append(" | ")
                        .append(each.second())
                        .append('\n'));
        return text.toString();
    }
}
