package io.cdpsim.memory.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusResult.ConditionFrequency;
import io.cdpsim.memory.consistency.model.MemoryModel;
import io.cdpsim.memory.consistency.model.ShippedModels;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.generate.CycleGenerator;
import io.cdpsim.memory.litmus.text.LitmusParser;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The shipped model as text allows the same executions, states and races as the built-in axioms; other models differ where they say. */
class TextModelTest {
    private static final CheckSettings SETTINGS = CheckSettings.withLoopBound(1);
    private static final MemoryModel PTX = ShippedModels.read("builtin:ptx");
    private static final int DRAWN = 80;

    /** Sequential consistency: one order of all accesses. */
    private static final MemoryModel SEQUENTIAL = ShippedModels.parse("sc.cat", """
        "sequential consistency"
        orient co over loc & (W * W) from IW * (W \\ IW) & loc
        acyclic po | rf | co | rf^-1 ; co as sc
        """);

    /** Total store order without fences: a store may be behind a later load. */
    private static final MemoryModel TOTAL_STORE_ORDER = ShippedModels.parse("tso.cat", """
        orient co over loc & (W * W) from IW * (W \\ IW) & loc
        let fr = rf^-1 ; co
        acyclic po & loc | rf | co | fr as uniproc
        let ppo = po & (R * M | W * W)
        acyclic ppo | rf \\ int | co | fr as tso
        """);

    static List<String> shipped() {
        return ShippedTests.names();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void theShippedModelCountsTheExecutionsOfShippedTests(String name) {
        compare(ShippedTests.read("builtin:" + name));
    }

    @Test
    void itCountsTheExecutionsOfDrawnTests() {
        IntStream.range(1000, 1000 + DRAWN).forEach(seed -> {
            compare(LitmusParser.parse("drawn " + seed, ReferenceModelTest.draw(new Random(seed)), true));
            compare(LitmusParser.parse("drawn " + seed, ReferenceModelTest.drawWithBarriers(new Random(seed))));
            compare(LitmusParser.parse("drawn " + seed, ReferenceModelTest.drawWithProxies(new Random(seed))));
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"CDP1", "CDP2"})
    void itCountsTheExecutionsOfDrawnTestsThatLaunch(Dialect dialect) {
        new CycleGenerator(dialect)
                .drawn(2, DRAWN / 2, 23)
                .forEach(each -> compare(LitmusParser.parse(each.name(), each.text())));
    }

    private static void compare(LitmusTest test) {
        LitmusResult builtIn = new LitmusChecker(SETTINGS).check(test);
        LitmusResult text = new LitmusChecker(SETTINGS, Optional.of(PTX)).check(test);
        assertThat(text.states()).as(test.file()).isEqualTo(builtIn.states());
        assertThat(Set.copyOf(text.races())).as(test.file()).isEqualTo(Set.copyOf(builtIn.races()));
        assertThat(text.verdict()).isEqualTo(builtIn.verdict());
        assertThat(text.undefined()).hasSameElementsAs(builtIn.undefined());
    }

    /** The paper counts the read of a red as any strong read; the PTX ISA (8.11.1) excludes it from patterns that a fence ends. */
    @Test
    void thePaperDiffersFromThePtxIsaWhereARedIsBeforeAFence() {
        MemoryModel paper = ShippedModels.read("builtin:ptx-asplos19");
        List<String> different = ShippedTests.names().stream()
                .filter(each -> !each.contains("PROXY-"))
                .filter(each -> {
                    LitmusTest test = ShippedTests.read("builtin:" + each);
                    return !new LitmusChecker(SETTINGS, Optional.of(paper))
                            .check(test)
                            .states()
                            .equals(new LitmusChecker(SETTINGS).check(test).states());
                })
                .toList();
        assertThat(different).containsExactly("ptx/MP-red-acquire-fence");
    }

    @ParameterizedTest
    @CsvSource({
        "MP-release-acquire, P1:r0=1 P1:r1=0, one: causality.",
        "SB-fence-sc, P0:r0=0 P1:r0=0, one: causality.",
        "CoWW, x=1, No axiom forbids it alone"
    })
    void anExplanationNamesTheAxiomThatForbidsAState(String name, String state, String axiom) {
        LitmusTest test = ShippedTests.read("builtin:" + name);
        assertThat(new LitmusChecker(SETTINGS, Optional.of(PTX))
                        .explain(test, state)
                        .text())
                .startsWith("No execution ends in " + state + ". ")
                .contains(axiom);
        assertThat(new LitmusChecker(SETTINGS, Optional.of(PTX))
                        .explain(ShippedTests.read("builtin:MP-weak"), "P1:r0=1 P1:r1=0")
                        .reachable())
                .isTrue();
    }

    /** Textbook verdicts: sequential consistency forbids all of them, and total store order allows store buffering alone. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "st.weak x, 1; ld.weak r0, y; st.weak y, 1; ld.weak r0, x; P0:r0 == 0 /\\ P1:r0 == 0; true",
                "st.weak x, 1; st.weak y, 1; ld.weak r0, y; ld.weak r1, x; P1:r0 == 1 /\\ P1:r1 == 0; false",
                "ld.weak r0, x; st.weak y, 1; ld.weak r0, y; st.weak x, 1; P0:r0 == 1 /\\ P1:r0 == 1; false",
                "st.weak x, 1; st.weak y, 2; st.weak y, 1; st.weak x, 2; x == 1 /\\ y == 1; false",
                "st.weak x, 1; ld.weak r0, x; st.weak x, 2; ld.weak r0, x; P0:r0 == 2 /\\ P1:r0 == 1; false"
            })
    void modelsOfOtherMachinesGiveTheirTextbookVerdicts(
            String first, String second, String third, String fourth, String condition, boolean storeOrderAllows) {
        LitmusTest test = LitmusParser.parse(
                "t",
                "PTX t\n{ x=0; y=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n" + first + " | " + third + ";\n" + second
                        + " | " + fourth + ";\nexists (" + condition + ")");
        assertThat(observed(test, SEQUENTIAL)).isFalse();
        assertThat(observed(test, TOTAL_STORE_ORDER)).isEqualTo(storeOrderAllows);
    }

    private static boolean observed(LitmusTest test, MemoryModel model) {
        return new LitmusChecker(SETTINGS, Optional.of(model)).check(test).observation() != ConditionFrequency.NEVER;
    }
}
