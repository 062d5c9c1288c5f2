package io.cdpsim.semantics.rules.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.CdpSupport;
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
        assertThat(rule.tests()).contains("TAIL-3: the second tail waits for all that the first has launched");
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "title: one after | titel: one after | tail.yaml:4: found 'titel', expected one of the fields id,",
                "TAIL-3 | TALE-3 | tail.yaml:1: found TALE-3, expected an id such as TAIL-3, of a known group",
                "[CDP2, CDP1] | [CDP3] | tail.yaml:1: found versions [CDP3], expected [CDP1], [CDP2] or [CDP1, CDP2]",
                "[CDP2, CDP1] | CDP2 | tail.yaml:2: found 'CDP2', expected a list in brackets as the value of"
                        + " 'versions'",
                "3P | SEEN | tail.yaml:1: found SEEN, expected DOC, INF, 3P, CONFLICT, SILENT or MEAS",
                "status: 3P | title: more | tail.yaml:4: found 'title', expected 'title' once in a rule",
                "one after another | '' | tail.yaml:1: found no 'title', expected one in every rule",
                "[LaunchTree, GridTable] | [] | tail.yaml:1: found TAIL-3, expected with it 'implemented_in:",
                "- id | id | tail.yaml:1: found '{', expected a list of rules, each beginning with '- id:'",
                "[CDP2, CDP1] | [CDP2 | not valid YAML",
            })
    void anErrorNamesTheLineAndWhatIsExpected(String correct, String wrong, String message) {
        assertThatThrownBy(() -> RuleFile.parse("tail.yaml", RULE.replace(correct, wrong)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
