package io.cdpsim.memory.litmus.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.ConditionFrequency;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CycleGeneratorTest {
    private static LitmusResult check(GeneratedTest test) {
        return new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND).check(LitmusParser.parse(test.name(), test.text()));
    }

    /**
     * With one path and one word, whatever the strength: a path that orders by causality forbids the cycle (coherence and causality need no
     * moral strength then), and one that does not order leaves it possible.
     */
    @ParameterizedTest
    @EnumSource(names = {"CDP1", "CDP2"})
    void aCycleOfOnePathIsForbiddenExactlyWhereThePathOrders(Dialect dialect) {
        List<GeneratedTest> tests = new CycleGenerator(dialect).ofOnePath();
        assertThat(tests).hasSizeGreaterThanOrEqualTo(200);
        for (GeneratedTest test : tests) {
            assertThat(check(test).observation() == ConditionFrequency.NEVER)
                    .as(test.name())
                    .isEqualTo(!test.name().startsWith("no."));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CDP1", "CDP2"})
    void aDrawnCycleOfOrdersAndReleasesIsForbiddenAndOneWithoutOrderIsNot(Dialect dialect) {
        int forbidden = 0;
        for (GeneratedTest test : new CycleGenerator(dialect).drawn(2, 150, 11)) {
            ConditionFrequency observation = check(test).observation();
            // A release and an acquire synchronise where the one is read from; "fre" and "coe" alone do not.
            boolean onlyReadsFrom =
                    !test.name().contains("fre.") && !test.name().contains("coe.");
            boolean allSynchronize = test.name().split("sync\\.gpu", -1).length == 3;
            if (onlyReadsFrom && allSynchronize && !test.name().contains("no.")) {
                assertThat(observation).as(test.name()).isEqualTo(ConditionFrequency.NEVER);
            }
            if (test.name().startsWith("no.") && test.name().contains("+no.")) {
                assertThat(observation).as(test.name()).isNotEqualTo(ConditionFrequency.NEVER);
            }
            forbidden += observation == ConditionFrequency.NEVER ? 1 : 0;
        }
        assertThat(forbidden).isBetween(20, 130);
    }

    @Test
    void theSameSeedDrawsTheSameTestsAndEachTestOnce() {
        CycleGenerator generator = new CycleGenerator(Dialect.CDP2);
        List<GeneratedTest> tests = generator.drawn(3, 100, 5);
        assertThat(tests).hasSize(100).isEqualTo(generator.drawn(3, 100, 5)).isNotEqualTo(generator.drawn(3, 100, 6));
        assertThat(tests).extracting(GeneratedTest::name).doesNotHaveDuplicates();
    }

    @Test
    void whatCannotBeMadeIsRefused() {
        assertThatThrownBy(() -> new CycleGenerator(Dialect.PLAIN)).hasMessageContaining("CDP1 or CDP2");
        assertThatThrownBy(() -> new CycleGenerator(Dialect.CDP1).drawn(1, 5, 1))
                .hasMessageContaining("at least 2");
    }
}
