package io.cdpsim.memory.consistency.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.explain.Explainer.Explanation;
import io.cdpsim.memory.litmus.text.ShippedTests;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        MP-release-acquire; P1:r0=1 P1:r1=0; Causality (6); -sync->
        SB-fence-sc; P0:r0=0 P1:r0=0; Causality (6); -sc->
        CoRR; P1:r0=1 P1:r1=0; (6); -fr->
        CoWW; x=1; Coherence (1); -po->
        RMW-two; P0:r0=0 P1:r0=0; Atomicity (3); -co->
        XCHG-circle; P0:r0=2 P1:r0=1; ; ->
        LB-data; P0:r0=1; axiom 4; no value comes out of thin air
        BAR-arrive; P1:r1=0; Causality (6); -barrier->
        """)
    void whatForbidsAStateIsNamedWithItsCycle(String name, String state, String axiom, String edge) {
        Explanation explanation = explain(name, state);
        assertThat(explanation.reachable()).isFalse();
        assertThat(explanation.text())
                .contains(axiom == null ? "forbidden by" : axiom)
                .contains(edge);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        MP-weak; P1:r0=1 P1:r1=0; reads b
        LB; P0:r0=1, P1:r0=1; reads
        2+2W-relaxed; x=1 y=1; -co->
        LOCK-ticket-2; x=2; -sync->
        """)
    void aStateThatCanBeReachedIsShownByAnExecution(String name, String state, String part) {
        Explanation explanation = explain(name, state);
        assertThat(explanation.reachable()).isTrue();
        assertThat(explanation.text()).startsWith("An execution that ends in ").contains(part);
        assertThat(explanation.picture()).isPresent();
    }

    private static Explanation explain(String name, String state) {
        return new LitmusChecker(2).explain(ShippedTests.read("builtin:" + name), state);
    }
}
