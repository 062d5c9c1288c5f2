package io.cdpsim.memory.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.explain.Explainer.Explanation;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.consistency.trace.CheckSettings.BarrierParticipants;
import io.cdpsim.memory.litmus.text.LitmusParser;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Executions in which threads wait for ever, and what then never happens. */
class BlockedThreadsTest {
    private static final String KERNELS = """
        kernel half (p)
         A | B ;
         st.weak p, 1 | ;
         bar.cta.sync 0 | ;
        kernel read (p)
         T ;
         ld.weak r0, p ;
        """;

    private static LitmusResult check(String header, String body, CheckSettings settings) {
        return new LitmusChecker(settings).check(LitmusParser.parse("t", "PTX t" + header + "\n{ x=0; }\n" + body));
    }

    private static LitmusResult check(String header, String body) {
        return check(header, body, CheckSettings.withLoopBound(2));
    }

    private static List<String> states(LitmusResult result) {
        return result.states().stream()
                .map(each -> (each.state() + " " + each.waiting()).strip())
                .toList();
    }

    private static List<String> statesWithKernels(String version, String table, String question) {
        return states(check(" " + version, table + KERNELS + question));
    }

    @Test
    void aGridOfWhichAThreadWaitsForEverHoldsUpItsStreamAndNoOther() {
        String launches = "P0;\nlaunch c half<<<1,2>>> (x) stream S; launch d read<<<1,1>>> (x) stream %s;\n";
        assertThat(statesWithKernels("cdp2", launches.formatted("S"), "exists (d:r0 == 1)"))
                .containsExactly("[P0.c.0]");
        assertThat(statesWithKernels("cdp2", launches.formatted("B"), "exists (d:r0 == 1)"))
                .containsExactly("d:r0=0; [P0.c.0]", "d:r0=1; [P0.c.0]");
    }

    @Test
    void itsParentsTailNeverStarts() {
        assertThat(statesWithKernels(
                        "cdp2",
                        "P0;\nlaunch t read<<<1,1>>> (x) stream tail; launch c half<<<1,2>>> (x) stream faf;\n",
                        "exists (t:r0 == 1)"))
                .containsExactly("[P0.c.0]");
    }

    @Test
    void aWaitForItNeverReturns() {
        assertThat(statesWithKernels(
                        "cdp1",
                        "P0;\nld r1, 7; launch c half<<<1,2>>> (x); sync; ld r2, 1;\n",
                        "exists (P0:r1 == 7 /\\ P0:r2 == 1)"))
                .containsExactly("P0:r1=7; [P0, P0.c.0]");
        assertThat(statesWithKernels(
                        "cdp1", "P0;\nsync; ld r1, 1; launch c half<<<1,2>>> (x);\n", "exists (P0:r1 == 1)"))
                .containsExactly("P0:r1=1; [P0.c.0]");
        assertThat(statesWithKernels(
                        "cdp2", "host;\nlaunch c half<<<1,2>>> (x); sync; ld r1, 1;\n", "exists (host:r1 == 1)"))
                .containsExactly("[host, host.c.0]");
    }

    @Test
    void aBlockThatComesAsAWholeHoldsUpNobody() {
        String whole = """
            kernel whole (p)
             T ;
             bar.cta.sync 0 ;
             atom.add r0, p, 1 ;
            """;
        assertThat(states(check(
                        " cdp2",
                        "P0;\nlaunch c whole<<<1,2>>> (x) stream S; launch d whole<<<1,1>>> (x) stream S;\n" + whole
                                + "exists (d:r0 == 2)")))
                .containsExactly("d:r0=2; []");
    }

    @Test
    void executionsThatNeverEndCountForTheConditionUnlessTheyAreIgnored() {
        String body = "P0@cta 0 | P1@cta 0;\nld r0, 1 | ; bar.cta.sync 0, 0, 2 | ; ld r1, 1 | ;\n";
        LitmusResult counted = check("", body + "exists (P0:r0 == 1 /\\ ~(P0:r1 == 1))");
        assertThat(counted.holds()).isTrue();
        assertThat(counted.positive()).isEqualTo(1);
        assertThat(states(counted)).containsExactly("P0:r0=1; [P0]");
        LitmusResult ignored = check("", body + "exists (P0:r0 == 1)", new CheckSettings(2, Optional.empty(), true));
        assertThat(ignored.holds()).isFalse();
        assertThat(ignored.states()).isEmpty();
    }

    @Test
    void noComparisonWithARegisterThatWasNeverWrittenHolds() {
        String body = "P0@cta 0 | P1@cta 0;\nbar.cta.sync 0, 0, 2 | ; ld r1, 1 | ;\n";
        for (String comparison : List.of("==", "!=", "<", "<=", ">", ">=")) {
            assertThat(check("", body + "~exists (P0:r1 " + comparison + " 0)").holds())
                    .as(comparison)
                    .isTrue();
        }
        assertThat(check("", body + "exists (P0:r1 == P0:r1)").holds()).isFalse();
    }

    @Test
    void aRegisterWithAnInitialValueHasItAlsoWhereItsThreadWaits() {
        LitmusResult result = new LitmusChecker(2)
                .check(LitmusParser.parse(
                        "t",
                        "PTX t\n{ P0:r3=5; }\nP0@cta 0 | P1@cta 0;\nbar.cta.sync 0, 0, 2 | ;\nexists (P0:r3 == 5)"));
        assertThat(result.holds()).isTrue();
    }

    @Test
    void whoWaitsForTheBlockIsTheTestsDialectsChoiceUnlessSomebodySays() {
        String body = "P0@cta 0 | P1@cta 0;\nbar.cta.sync 0 | ;\nst.weak x, 1 | ;\nexists (x == 1)";
        assertThat(states(check("", body))).containsExactly("x=1; []");
        assertThat(states(check(" cdp2", body))).containsExactly("x=0; [P0]");
        assertThat(states(check("", body, new CheckSettings(2, Optional.of(BarrierParticipants.BLOCK), false))))
                .containsExactly("x=0; [P0]");
        assertThat(states(check(" cdp2", body, new CheckSettings(2, Optional.of(BarrierParticipants.COMING), false))))
                .containsExactly("x=1; []");
    }

    @Test
    void forallOverNoStateHolds() {
        LitmusResult result = check("", "P0;\nst.weak x, 1;\nfilter (x == 2) forall (x == 3)");
        assertThat(result.holds()).isTrue();
        assertThat(result.isVacuous()).isTrue();
        assertThat(check("", "P0;\nst.weak x, 1;\nforall (x == 1)").isVacuous()).isFalse();
    }

    @Test
    void whereNothingIsAskedTheStatesAreShown() {
        LitmusResult result = check("", "P0 | P1;\nst.weak x, 1 | ld.weak r0, x;\n");
        assertThat(states(result)).containsExactly("P1:r0=0; x=1; []", "P1:r0=1; x=1; []");
        assertThat(result.holds()).isTrue();
    }

    @Test
    void anExplanationNamesWhoWaitsForEver() {
        Explanation explanation =
                new LitmusChecker(2).explain(ShippedTests.read("builtin:BAR-two-of-three"), "P0:r0=1 P1:r0=1");
        assertThat(explanation.reachable()).isTrue();
        assertThat(explanation.text())
                .contains("bar.cta.sync 1, 1, 2 (waits for ever)")
                .contains("-barrier->");
    }
}
