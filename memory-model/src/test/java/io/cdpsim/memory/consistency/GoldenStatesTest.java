package io.cdpsim.memory.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.LitmusResult.Verdict;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
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
        LitmusTest test = ShippedTests.read("builtin:" + name);
        LitmusResult result = new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND).check(test);
        LitmusResult unfolded = new LitmusChecker(CheckSettings.withLoopBound(LitmusChecker.DEFAULT_LOOP_BOUND)
                        .unfolded())
                .check(test);
        // A failed exchange of a lock writes, so that turn of the loop is not one that only waits.
        assertThat(result.verdict()).isEqualTo(name.equals("ptx/LOCK-exchange-2") ? Verdict.UNKNOWN : Verdict.OK);
        assertThat(text(result, unfolded)).isEqualTo(expected(name));
        assertThat(states(result)).isEqualTo(states(unfolded));
        assertThat(result.races()).isEqualTo(unfolded.races());
    }

    private static Set<String> states(LitmusResult result) {
        return result.states().stream()
                .map(each -> each.state() + each.waiting() + each.undefined())
                .collect(Collectors.toSet());
    }

    private static String expected(String name) throws IOException {
        String resource = "/io/cdpsim/memory/litmus/" + name + ".expected";
        try (InputStream in = Objects.requireNonNull(
                GoldenStatesTest.class.getResourceAsStream(resource), "there is no " + resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The verdict of one result, and the states of another that counts the turns that only wait too. */
    private static String text(LitmusResult verdict, LitmusResult result) {
        StringBuilder text = new StringBuilder();
        text.append(verdict.verdict().label())
                .append(' ')
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
