package io.cdpsim.semantics.rules.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.workloads.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleFileTest {
    private static final String RULE = """
        - id: TAIL-3
          versions: [CDP2, CDP1]
          status: 3P
          title: one after another
          text: >
            The next one
            waits.
          implemented_in: [LaunchTree, GridTable]
        """;

    @Test
    void aRuleIsReadWithItsScenarios() {
        Rule rule = RuleFile.parse("tail.yaml", RULE).get(0);
        assertThat(rule.id()).isEqualTo("TAIL-3");
        assertThat(rule.group()).isEqualTo("TAIL");
        assertThat(rule.versions()).containsExactly(CdpSupport.CDP1, CdpSupport.CDP2);
        assertThat(rule.version()).isEqualTo("both");
        assertThat(rule.status()).isEqualTo(RuleStatus.THIRD_PARTY);
        assertThat(rule.title()).isEqualTo("one after another");
        assertThat(rule.text()).isEqualTo("The next one waits.");
        assertThat(rule.implementedIn()).containsExactly("LaunchTree", "GridTable");
        assertThat(rule.notShown()).isEmpty();
        assertThat(rule.tests()).contains("TAIL-3: the second tail waits for all launches of the first");
    }

    @Test
    void aRuleThatIsNotShownSaysWhyAndNeedsNoClass() {
        Rule rule = RuleFile.parse(
                        "tail.yaml",
                        RULE.replace(
                                "implemented_in: [LaunchTree, GridTable]", "not_shown: only a library is concerned"))
                .get(0);
        assertThat(rule.notShown()).contains("only a library is concerned");
        assertThat(rule.implementedIn()).isEmpty();
    }

    @Test
    void aFileThatIsNotAListIsRejected() {
        assertThatThrownBy(() -> RuleFile.parse("tail.yaml", RULE.replace("- id", "  id")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(
                        "tail.yaml:1:3: found a mapping, expected a list of rules, each starting with '- id:'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "title: one after | titel: one after | tail.yaml:4:3: unknown key 'titel' of a rule; did you mean"
                        + " 'title'?",
                "TAIL-3 | TALE-3 | tail.yaml:1:7: found TALE-3, expected an id such as TAIL-3, of a known group",
                "[CDP2, CDP1] | [CDP3] | tail.yaml:2:13: found versions [CDP3], expected [CDP1], [CDP2] or [CDP1,"
                        + " CDP2]",
                "[CDP2, CDP1] | CDP2 | tail.yaml:2:13: found 'CDP2', expected a list in brackets as the value of"
                        + " 'versions'",
                "3P | SEEN | tail.yaml:3:11: found SEEN, expected DOC, INF, 3P, CONFLICT, SILENT or MEAS",
                "status: 3P | title: more | tail.yaml:4:3: found 'title' a second time, expected it once",
                "one after another | '' | tail.yaml:4:9: found nothing, expected a text in 'title'",
                "[LaunchTree, GridTable] | [] | tail.yaml:1:3: found TAIL-3, expected with it 'implemented_in:",
                "[CDP2, CDP1] | [CDP2 | not valid YAML",
            })
    void anErrorNamesTheLineAndWhatIsExpected(String correct, String wrong, String message) {
        assertThatThrownBy(() -> RuleFile.parse("tail.yaml", RULE.replace(correct, wrong)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }
}
