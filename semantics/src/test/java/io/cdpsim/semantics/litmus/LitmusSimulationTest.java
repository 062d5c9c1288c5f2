package io.cdpsim.semantics.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.generate.CycleGenerator;
import io.cdpsim.memory.litmus.generate.GeneratedTest;
import io.cdpsim.memory.litmus.text.LitmusParser;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulator against the exhaustive checker, which shares no code with it. */
class LitmusSimulationTest {
    static List<LitmusTest> tests() {
        return ShippedTests.names().stream()
                // A simulated block has no barriers of these kinds, and a simulated graph runs once.
                .filter(
                        each -> !each.matches(
                                "ptx/(MBARRIER|CLUSTER|BAR-reduction).*|graph/graph-(relaunches-itself-as-tail|launched-twice)"))
                .map(each -> ShippedTests.read("builtin:" + each))
                .toList();
    }

    private static SimulationComparison simulate(LitmusTest test, int runs) {
        return SimulationComparison.run(new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND).check(test), runs, 7);
    }

    /** The comparison of the first runs that show all that the model allows, of up to so many: more runs would show nothing else. */
    private static SimulationComparison simulateUntilAllIsShown(LitmusTest test, int most) {
        LitmusResult allowed = new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND).check(test);
        SimulationComparison comparison;
        int runs = 10;
        do {
            runs = Math.min(most, 2 * runs);
            comparison = SimulationComparison.run(allowed, runs, 7);
        } while (runs < most && !comparison.missed().isEmpty());
        return comparison;
    }

    private static LitmusTest plain(String... lines) {
        return LitmusParser.parse("t.litmus", String.join("\n", lines));
    }

    @ParameterizedTest
    @MethodSource("tests")
    void theSimulatorShowsNothingThatTheModelForbids(LitmusTest test) {
        SimulationComparison comparison = simulate(test, 12);
        assertThat(comparison.forbidden()).isEmpty();
        // The block's barriers are the PTX ISA's, which wait for all of the block where they have no count.
        if (!test.name()
                .matches(
                        "child-flag-polled.*|grid-barrier-block-that-leaves|BAR-(branch|stuck|two-ids|two-of-three|nobody-passes|loaded-count|register-resource)")) {
            assertThat(comparison.outcomes().unfinished()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CDP1", "CDP2"})
    void theSimulatorKeepsToTheModelInGeneratedTestsToo(Dialect dialect) {
        CycleGenerator generator = new CycleGenerator(dialect);
        List<GeneratedTest> tests = new ArrayList<>(generator.ofOnePath());
        tests.addAll(generator.drawn(2, 60, 1));
        tests.addAll(generator.drawn(3, 60, 2));
        for (GeneratedTest each : tests) {
            SimulationComparison comparison = simulate(LitmusParser.parse(each.name(), each.text()), 3);
            assertThat(comparison.forbidden()).as(each.name()).isEmpty();
            assertThat(comparison.outcomes().unfinished()).as(each.name()).isZero();
        }
    }

    @Test
    void aStateThatTheModelForbidsIsNamed() {
        LitmusResult result = new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND)
                .check(ShippedTests.read("builtin:launch-store-after-cdp2"));
        SimulatedOutcomes outcomes = new SimulatedOutcomes(5, new TreeMap<>(Map.of("c:r0=0;", 2, "c:r0=1;", 3)), 0);
        SimulationComparison comparison = SimulationComparison.of(result, outcomes);
        assertThat(comparison.forbidden()).containsExactly("c:r0=0;");
        assertThat(comparison.missed()).containsExactly("c:r0=2;");
        assertThat(comparison.reached()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
        bar.cta.sync 14             => t.litmus:4: 'bar.cta.sync 14' cannot be simulated: use a barrier from 0 to 13
        launch c k<<<1,64>>>        => t.litmus:4: 'launch c k<<<1,64>>>' cannot be simulated: launch up to 32 threads a block and 128 in all
        """)
    void whatASimulatedBlockDoesNotHaveIsNamed(String statement, String message) {
        LitmusTest test = plain(
                "PTX limits cdp2",
                "{ x=0; }",
                " P0@cta 0,gpu 0 ;",
                " " + statement + " ;",
                "kernel k ()",
                " T ;",
                " ld.weak r0, x ;");
        assertThatThrownBy(() -> new LitmusSimulation(test))
                .isInstanceOf(LitmusException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "launch-store-after-cdp1",
                "launch-other-thread-no-barrier-cdp2",
                "streams-two-cdp1",
                "tail-two-blocks-free-order",
                "stream-null-two-threads-no-barrier-cdp1",
                "event-wait-before-record-cdp2",
                "sync-no-barrier-before",
                "siblings-atomic-add-cdp2",
                "host-without-sync-cdp1"
            })
    void whereThreadsMayInterleaveTheSimulatorShowsEveryOutcome(String name) {
        SimulationComparison comparison = simulateUntilAllIsShown(ShippedTests.read("builtin:" + name), 150);
        assertThat(comparison.missed()).isEmpty();
        assertThat(comparison.reached()).isEqualTo(comparison.allowed()).isGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "graph-beside-other-stream",
                "graph-faf-beside-next-node",
                "graph-tail-beside-sibling",
                "graph-tails-of-two-nodes",
                "graph-programmatic-edge-without-wait",
                "dependent-reads-before-wait",
                "cluster-barrier-of-two-clusters",
                "grid-barrier-absent"
            })
    void whatGraphsAndGridsLeaveOpenTheSimulatorShowsBothWays(String name) {
        SimulationComparison comparison = simulateUntilAllIsShown(ShippedTests.read("builtin:" + name), 80);
        assertThat(comparison.missed()).isEmpty();
        assertThat(comparison.reached()).isGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"graph-relaunches-itself-as-tail", "graph-launched-twice"})
    void aGraphThatRunsMoreThanOnceIsRefusedByName(String name) {
        assertThatThrownBy(() -> new LitmusSimulation(ShippedTests.read("builtin:" + name)))
                .isInstanceOf(LitmusException.class)
                .hasMessageContaining("the graph 'G' is launched more than once, which cannot be simulated");
    }

    @Test
    void aBlockThatLeavesKeepsTheOthersAtTheBarrierOfTheGrid() {
        SimulationComparison comparison = simulate(ShippedTests.read("builtin:grid-barrier-block-that-leaves"), 6);
        assertThat(comparison.outcomes().unfinished()).isEqualTo(6);
    }

    @Test
    void theSameSeedGivesTheSameOutcomes() {
        LitmusTest test = ShippedTests.read("builtin:siblings-weak-add-cdp2");
        assertThat(new LitmusSimulation(test).run(40, 3)).isEqualTo(new LitmusSimulation(test).run(40, 3));
        assertThat(new LitmusSimulation(test).run(40, 3)).isNotEqualTo(new LitmusSimulation(test).run(40, 4));
    }

    @Test
    void aTestThatTheModelDoesNotDefineIsNotRun() {
        SimulationComparison comparison = simulate(ShippedTests.read("builtin:space-shared-pointer-cdp1"), 5);
        assertThat(comparison.defined()).isFalse();
        assertThat(comparison.outcomes().runs()).isZero();
    }

    @Test
    void runsThatPollForWhatCannotComeAreCountedApart() {
        SimulatedOutcomes outcomes =
                new LitmusSimulation(ShippedTests.read("builtin:child-flag-polled-by-parent-cdp2")).run(30, 1);
        assertThat(outcomes.unfinished()).isGreaterThan(0);
        assertThat(outcomes.states()).containsOnlyKeys("P0:r1=1;");
    }

    @Test
    void jumpsArithmeticAndAtomicsOfAPlainTestAreRun() {
        LitmusTest test = plain(
                "PTX lock",
                "{ l=0; x=0; P1:r9=5; }",
                " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;",
                " L: atom.acquire.gpu.cas r0, l, 0, 1 | L: atom.acquire.gpu.cas r0, l, 0, 1 ;",
                " bne r0, 0, L | bne r0, 0, L ;",
                " ld.weak r1, x | ld.weak r1, x ;",
                " add r1, r1, 1 | add r1, r1, r9 ;",
                " st.weak x, r1 | st.weak x, r1 ;",
                " atom.release.gpu.exch r2, l, 0 | st.release.gpu l, 0 ;",
                "forall (x == 6)");
        SimulationComparison comparison = simulate(test, 40);
        assertThat(comparison.outcomes().unfinished()).isZero();
        assertThat(comparison.outcomes().states()).containsOnlyKeys("x=6;");
    }

    @Test
    void threadsOfSeveralDevicesShareTheVariables() {
        LitmusTest test = plain(
                "PTX mp",
                "{ x=0; y=0; }",
                " P0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;",
                " st.weak x, 1 | ld.acquire.sys r0, y ;",
                " st.release.sys y, 1 | ld.weak r1, x ;",
                "~exists (P1:r0 == 1 /\\ P1:r1 == 0)");
        SimulationComparison comparison = simulate(test, 40);
        assertThat(comparison.forbidden()).isEmpty();
        assertThat(comparison.outcomes().states().values().stream()
                        .mapToInt(each -> each)
                        .sum())
                .isEqualTo(40);
    }

    @Test
    void anAddressInARegisterIsShownAsTheVariable() {
        LitmusTest test = plain(
                "PTX address",
                "{ x=3; p=x; }",
                " P0@cta 0,gpu 0 ;",
                " ld.weak r0, p ;",
                " ld.weak r1, r0 ;",
                "exists (P0:r0 == x /\\ P0:r1 == 3)");
        assertThat(simulate(test, 3).outcomes().states()).containsOnlyKeys("P0:r0=&x; P0:r1=3; x=3;");
    }

    @Test
    void aRelaunchedGridIsDistinguishedFromTheFirst() {
        LitmusTest test = plain(
                "PTX again cdp2",
                "{ x=0; }",
                " P0@cta 0,gpu 0 ;",
                " AGAIN: add r0, r0, 1 ;",
                " launch c plus<<<1,1>>> (r0) ;",
                " blt r0, 2, AGAIN ;",
                "kernel plus (n)",
                " T ;",
                " ld.weak r0, x ;",
                " add r0, r0, n ;",
                " st.weak x, r0 ;",
                "forall (x == 3 /\\ c:r0 == 1)");
        SimulationComparison comparison = simulate(test, 6);
        assertThat(comparison.outcomes().states()).containsOnlyKeys("c:r0=1; x=3;");
    }
}
