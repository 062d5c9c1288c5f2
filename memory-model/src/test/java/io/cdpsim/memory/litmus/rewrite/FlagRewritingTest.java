package io.cdpsim.memory.litmus.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.consistency.trace.CheckSettings.BarrierParticipants;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.generate.CycleGenerator;
import io.cdpsim.memory.litmus.generate.GeneratedTest;
import io.cdpsim.memory.litmus.text.LitmusParser;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Two ways to the same states: the checker that knows grids, and plain tests in which flags stand for what grids order. */
class FlagRewritingTest {
    /** Each flag doubles the executions before the filter. */
    private static final int MOST_FLAGS = 7;

    private static LitmusResult check(LitmusTest test) {
        // The plain test that comes of a test with blocks of a shape keeps their barriers; where a thread waits for
        // ever no grid completes.
        return new LitmusChecker(new CheckSettings(
                        LitmusChecker.DEFAULT_LOOP_BOUND, Optional.of(BarrierParticipants.BLOCK), true))
                .check(test);
    }

    private static Set<List<String>> states(LitmusResult result) {
        return result.states().stream()
                .map(FinalState::state)
                .map(each -> Arrays.stream(each.split(" ", -1)).sorted().toList())
                .collect(Collectors.toSet());
    }

    private static Set<List<String>> states(RewrittenTest rewritten) {
        return check(rewritten.test()).states().stream()
                .map(each -> rewritten.original(each.state()))
                .collect(Collectors.toSet());
    }

    /** @return whether the two ways could be compared */
    private static boolean compare(LitmusTest test) {
        Optional<RewrittenTest> rewritten = FlagRewriting.rewrite(test);
        if (rewritten.isEmpty() || rewritten.get().flags() > MOST_FLAGS) {
            return false;
        }
        LitmusResult direct = check(test);
        if (!direct.undefined().isEmpty()) {
            return false;
        }
        assertThat(states(rewritten.get())).as(test.name()).isEqualTo(states(direct));
        return true;
    }

    @Test
    void theTestsThatComeWithTheModelHaveTheSameStatesBothWays() {
        List<String> compared = new ArrayList<>();
        for (String name : ShippedTests.names()) {
            LitmusTest test = ShippedTests.read("builtin:" + name);
            if (test.dialect() != Dialect.PLAIN && compare(test)) {
                compared.add(name);
            }
        }
        assertThat(compared).hasSizeGreaterThan(150);
    }

    /** Apart from those with jumps, with an open order of tails, or with undefined behavior. */
    @Test
    void graphsAndBarriersOfGridsHaveTheSameStatesBothWays() {
        List<String> others = ShippedTests.names().stream()
                .filter(each -> each.startsWith("graph/") || each.startsWith("grid/"))
                .filter(each -> !compare(ShippedTests.read("builtin:" + each)))
                .toList();
        assertThat(others)
                .containsExactly(
                        "graph/graph-launched-outside-of-graphs",
                        "graph/graph-launched-under-way",
                        "graph/graph-relaunches-itself-as-tail",
                        "graph/graph-tails-of-two-nodes",
                        "grid/cluster-scope-of-child",
                        "grid/cluster-scope-of-two-clusters",
                        "grid/grid-barrier-block-that-leaves",
                        "grid/grid-barrier-of-ordinary-grid",
                        "grid/grid-barrier-store-behind-it",
                        "grid/grid-barrier-twice");
    }

    @ParameterizedTest
    @EnumSource(names = {"CDP1", "CDP2"})
    void cyclesOfOnePathHaveTheSameStatesBothWays(Dialect dialect) {
        for (GeneratedTest test : new CycleGenerator(dialect).ofOnePath()) {
            assertThat(compare(LitmusParser.parse(test.name(), test.text())))
                    .as(test.name())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"CDP1, 2, 1", "CDP2, 2, 2", "CDP1, 3, 3", "CDP2, 3, 4"})
    void drawnCyclesHaveTheSameStatesBothWays(Dialect dialect, int paths, long seed) {
        int compared = 0;
        for (GeneratedTest test : new CycleGenerator(dialect).drawn(paths, 150, seed)) {
            compared += compare(LitmusParser.parse(test.name(), test.text())) ? 1 : 0;
        }
        assertThat(compared).isGreaterThan(140);
    }

    @Test
    void aLaunchBecomesOneFlagThatTheChildAcquires() {
        RewrittenTest rewritten = FlagRewriting.rewrite(ShippedTests.read("builtin:launch-sees-earlier-store-cdp2"))
                .orElseThrow();
        assertThat(rewritten.flags()).isEqualTo(1);
        assertThat(rewritten.test().dialect()).isEqualTo(Dialect.PLAIN);
        assertThat(rewritten.test().threads().get(0).program().statements())
                .extracting(each -> each.text())
                .containsExactly("st.weak x, 1", "st.release.sys flag0, 1");
        assertThat(rewritten.test().threads().get(1).program().statements())
                .extracting(each -> each.text())
                .containsExactly("ld.acquire.sys flag0, flag0", "ld.weak r0, x");
        assertThat(rewritten.original("P0.c.0:flag0=1; P0.c.0:r0=1;")).containsExactly("c:r0=1;");
    }

    @ParameterizedTest
    @CsvSource({
        "launch-in-branch-cdp1",
        "stream-null-two-threads-no-barrier-cdp1",
        "event-two-threads-no-barrier-cdp2",
        "sync-no-barrier-before",
        "stream-handed-to-child-cdp2",
        "sync-is-not-in-cdp2"
    })
    void aTestWhoseGridsHaveNoOneOrderIsNotRewritten(String name) {
        assertThat(FlagRewriting.rewrite(ShippedTests.read("builtin:" + name))).isEmpty();
    }
}
