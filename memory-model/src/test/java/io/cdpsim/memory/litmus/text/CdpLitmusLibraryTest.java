package io.cdpsim.memory.litmus.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.LitmusTest.OutcomeDeclaration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests of dynamic parallelism that come with the model. */
class CdpLitmusLibraryTest {
    private static final List<LitmusTest> ALL = ShippedTests.names().stream()
            .filter(each -> !each.startsWith("ptx/"))
            .map(each -> ShippedTests.read("builtin:" + each))
            .toList();

    static List<LitmusTest> tests() {
        return ALL;
    }

    @ParameterizedTest
    @MethodSource("tests")
    void aTestIsCalledAsItsFileSaysWhyAndDeclaresItsOutcomes(LitmusTest test) {
        assertThat(test.file()).endsWith("/" + test.name());
        assertThat(test.dialect()).isNotEqualTo(Dialect.PLAIN);
        assertThat(test.text()).hasSizeGreaterThan(40);
        assertThat(test.declarations()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10", "barrier"})
    void eachEdgeHasATestThatForbidsAnOutcomeByIt(String edge) {
        assertThat(rulesOf(OutcomeDeclaration.Kind.FORBIDDEN)).contains(edge);
    }

    /** An edge that is missing on purpose is seen by an outcome that is allowed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "MEM-2", "MEM-3", "MEM-5", "MEM-7", "STR-5", "STR-6", "STR-8", "STR-12", "LNCH-12", "FAF-1", "TAIL-1",
                "TAIL-6", "TAIL-7", "EVT-1", "EVT-4", "EVT-9", "SYNC-1", "SYNC-2", "SYNC-4", "G-3", "G-10", "E9", "E10",
                "D-2", "barrier"
            })
    void eachMissingEdgeHasATestThatAllowsAnOutcomeByIt(String rule) {
        assertThat(rulesOf(OutcomeDeclaration.Kind.ALLOWED)).contains(rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MEM-1", "MEM-8", "STR-3", "VER-2", "G-1", "G-6", "K-3"})
    void eachUndefinedActHasATest(String rule) {
        assertThat(rulesOf(OutcomeDeclaration.Kind.UNDEFINED)).contains(rule);
    }

    @Test
    void bothVersionsHaveManyTests() {
        assertThat(tests().stream().filter(each -> each.dialect() == Dialect.CDP1))
                .hasSizeGreaterThan(60);
        assertThat(tests().stream().filter(each -> each.dialect() == Dialect.CDP2))
                .hasSizeGreaterThan(80);
    }

    private static Set<String> rulesOf(OutcomeDeclaration.Kind kind) {
        return tests().stream()
                .flatMap(each -> each.declarations().stream())
                .filter(each -> each.kind() == kind)
                .flatMap(each -> Stream.of(each.rule().split(", ")))
                .collect(Collectors.toSet());
    }
}
