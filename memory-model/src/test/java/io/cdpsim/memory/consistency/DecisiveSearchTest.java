package io.cdpsim.memory.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusResult.DeclarationResult;
import io.cdpsim.memory.consistency.LitmusResult.Extent;
import io.cdpsim.memory.consistency.LitmusResult.Verdict;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.text.LitmusParser;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A search for one decisive execution gives the verdict of the search for all, and a time limit leaves what is not decided unknown. */
class DecisiveSearchTest {
    static List<String> shipped() {
        return ShippedTests.names();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void theVerdictOfEachShippedTestIsTheSame(String name) {
        LitmusTest test = ShippedTests.read("builtin:" + name);
        LitmusResult all = new LitmusChecker(2).check(test);
        LitmusResult decided = new LitmusChecker(2).decide(test);
        assertThat(decided.verdict()).isEqualTo(all.verdict());
        assertThat(decided.declarations())
                .extracting(DeclarationResult::verdict)
                .isEqualTo(all.declarations().stream()
                        .map(DeclarationResult::verdict)
                        .toList());
        assertThat(decided.extent()).isEqualTo(Extent.UNTIL_DECIDED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exists (P1:r0 == 1 /\\ P1:r1 == 0)",
                "~exists (P1:r0 == 1 /\\ P1:r1 == 0)",
                "forall (P1:r0 == 1)",
                "exists (P1:r0 == 1 \\/ P1:r1 == 1)",
                "forall (P1:r0 == P1:r1)",
                "exists (x == 2)",
                "exists (P1:r0 == 3)",
                "filter (P1:r0 == 1) forall (P1:r1 == 1)",
                "exists (~(P1:r0 == 0) /\\ y == 1)",
                "forall (P1:r0 < 2)"
            })
    void claimsOfEveryKindHaveTheSameVerdict(String claim) {
        for (String order : List.of("relaxed.gpu", "release.gpu", "relaxed.cta")) {
            LitmusTest test = LitmusParser.parse("t", """
                PTX t
                { x=0; y=0; }
                P0@cta 0,gpu 0 | P1@cta 1,gpu 0;
                st.weak x, 1 | ld.acquire.gpu r0, y;
                st.%s y, 1 | ld.weak r1, x;
                %s
                """.formatted(order, claim));
            assertThat(new LitmusChecker(2).decide(test).verdict())
                    .isEqualTo(new LitmusChecker(2).check(test).verdict());
        }
    }

    /** Independent reads of independent writes with twelve readers, which have millions of final states. */
    @Test
    void twelveReadersAreDecided() {
        String text = "PTX t\n{ x=0; y=0; }\n"
                + columns(14, i -> "P" + i + "@cta " + i + ",gpu 0")
                + columns(
                        14, i -> i < 2 ? "st.relaxed.gpu " + variable(i) + ", 1" : "ld.relaxed.gpu r0, " + variable(i))
                + columns(14, i -> i < 2 ? "" : "fence.sc.gpu")
                + columns(14, i -> i < 2 ? "" : "ld.relaxed.gpu r1, " + variable(i + 1))
                + "~exists ("
                + String.join(
                        " /\\ ",
                        IntStream.range(2, 14)
                                .mapToObj(i -> "P" + i + ":r0 == 1 /\\ P" + i + ":r1 == 0")
                                .toList())
                + ")";
        assertThat(new LitmusChecker(2).decide(LitmusParser.parse("t", text)).verdict())
                .isEqualTo(Verdict.OK);
        LitmusResult all = new LitmusChecker(CheckSettings.withLoopBound(2).within(Duration.ofMillis(50)))
                .check(LitmusParser.parse("t", text));
        assertThat(all.extent()).isEqualTo(Extent.UNTIL_TIME_LIMIT);
        assertThat(all.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(all.races()).isEmpty();
    }

    @Test
    void anExecutionFoundInTimeDecides() {
        LitmusTest test = ShippedTests.read("builtin:SB-relaxed");
        LitmusResult result = new LitmusChecker(CheckSettings.withLoopBound(2).within(Duration.ofHours(1))).check(test);
        assertThat(result.extent()).isEqualTo(Extent.ALL);
        assertThat(result.verdict()).isEqualTo(Verdict.OK);
    }

    private static String variable(int index) {
        return index % 2 == 0 ? "x" : "y";
    }

    private static String columns(int threads, java.util.function.IntFunction<String> cell) {
        return String.join(" | ", IntStream.range(0, threads).mapToObj(cell).toList()) + ";\n";
    }

    @Test
    void aWatcherReceivesTheGrowingNumberOfSteps() {
        List<Long> steps = new ArrayList<>();
        new LitmusChecker(CheckSettings.withLoopBound(2).enumerated().watchedBy(steps::add))
                .check(ShippedTests.read("builtin:LOCK-ticket-3"));
        assertThat(steps).hasSizeGreaterThan(1).isSorted().doesNotHaveDuplicates();
    }
}
