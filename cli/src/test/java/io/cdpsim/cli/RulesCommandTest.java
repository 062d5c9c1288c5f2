package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.semantics.rules.catalog.Rule;
import io.cdpsim.semantics.rules.catalog.RuleCatalog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesCommandTest {
    @Test
    void theListNamesEveryRuleOfTheCatalogInOrder() {
        CommandRun run = CommandRun.of("rules");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("rule ");
        assertThat(run.out().lines().skip(1).map(line -> line.substring(0, line.indexOf(' '))))
                .containsExactlyElementsOf(
                        RuleCatalog.load().rules().stream().map(Rule::id).toList());
        assertThat(run.out().lines())
                .anyMatch(line -> line.matches("TAIL-3 +CDP2 +DOC +[1-9] +tails of a grid run one after another, .*"));
    }

    @Test
    void theListAsJson() throws Exception {
        CommandRun run = CommandRun.of("rules", "--json", "--group", "tail");
        assertThat(run.err()).isEmpty();
        JsonNode rules = new ObjectMapper().readTree(run.out());
        assertThat(rules.isArray()).isTrue();
        assertThat(rules).hasSize(15);
        for (JsonNode rule : rules) {
            assertThat(rule.fieldNames())
                    .toIterable()
                    .containsExactly("id", "version", "status", "implemented_in", "tests");
        }
        JsonNode tail3 = rules.get(2);
        assertThat(tail3.get("id").textValue()).isEqualTo("TAIL-3");
        assertThat(tail3.get("version").textValue()).isEqualTo("CDP2");
        assertThat(tail3.get("status").textValue()).isEqualTo("DOC");
        assertThat(tail3.get("implemented_in").get(0).textValue()).isEqualTo("LaunchTree");
        assertThat(tail3.get("tests").get(0).textValue())
                .isEqualTo("TAIL-3: the second tail waits for all launches of the first");
    }

    @Test
    void theListCanBeNarrowedToAVersion() {
        List<String> ofCdp1 = CommandRun.of("rules", "--version", "cdp1", "--group=TAIL")
                .out()
                .lines()
                .skip(1)
                .toList();
        assertThat(ofCdp1).singleElement().asString().startsWith("TAIL-9 ");
    }

    // The figures follow from the profile's calibration, and are left out of what is compared
    @Test
    void aRuleIsExplainedAndItsTimelineShown() {
        CommandRun run = CommandRun.of("rules", "show", "tail-3");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("""
            TAIL-3: tails of a grid run one after another, each with its descendants

            """).contains("""

                Scenario: the second tail waits for all launches of the first
                profile  h200
                CUDA     13.0
                policy   eager, seed 1
                allowed  after
                outcome  after

                grid\s\
                """);
        assertThat(run.out().lines().filter(line -> line.matches(" *(P|C1|C2|D) +[0-9].*[.=-]")))
                .map(line -> line.replaceAll("( +-?[0-9.]+)+ +[.=-]+$", "")
                        .replaceAll(" +host", " host")
                        .replaceAll("(?<=\\S) +", " "))
                .containsExactly("P 1 host", "  C1", "    D", "  C2");
    }

    @Test
    void aRuleIsFollowedByTheLinesThatDecideIt() {
        assertThat(CommandRun.of("rules", "show", "COPY-3").out())
                .containsPattern("\nimplemented in +[a-z.]*DeviceMemoryOperations:[1-9][0-9]*\n");
    }

    @Test
    void rulesOfEveryGroupCanBeShown() {
        // RuleScenariosTest runs the scenarios of all of them.
        List<Rule> rules = RuleCatalog.load().rules();
        for (int i = 0; i < rules.size(); i += 12) {
            Rule rule = rules.get(i);
            CommandRun run = CommandRun.of("rules", "show", rule.id());
            assertThat(run.err()).as(rule.id()).isEmpty();
            assertThat(run.exitCode()).as(rule.id()).isZero();
            assertThat(run.out()).startsWith(rule.id() + ": " + rule.title() + "\n");
        }
    }

    @Test
    void aRuleIsShownUnderAnyPolicyAndSeed() {
        CommandRun run = CommandRun.of("rules", "show", "TAIL-2", "--policy=adversarial", "--seed=9", "--strict");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\npolicy   adversarial, seed 9, strict\n");
        assertThat(CommandRun.of("rules", "show", "TAIL-2", "--profile=h100-sxm")
                        .out())
                .contains("\nprofile  h100-sxm\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rules show TAIL-33 | unknown rule 'TAIL-33'; did you mean 'TAIL-3'? See 'cdpsim rules show --help'",
                "rules show X | unknown rule 'X', expected one of the rules that 'cdpsim rules' lists; see",
                "rules show TAIL-3 --profile k20x | no scenario of TAIL-3 runs on 'k20x'; leave out --profile, or give"
                        + " h200;",
                "rules show TAIL-3 --policy slow | found 'slow', expected one of eager, lazy, adversarial;",
                "rules --version 3 | found '3', expected CDP1 or CDP2;",
                "rules --group TALE | found 'TALE', expected one of VER, NEST, LNCH,",
            })
    void aWrongNameIsAnsweredWithTheRightOnes(String command, String message) {
        CommandRun run = CommandRun.of(command.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message);
    }
}
