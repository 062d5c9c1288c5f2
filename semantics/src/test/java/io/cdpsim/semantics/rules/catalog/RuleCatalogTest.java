package io.cdpsim.semantics.rules.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The catalog knows every rule, and what it says of each is true of the sources and of the scenarios. */
class RuleCatalogTest {
    private static final RuleCatalog CATALOG = RuleCatalog.load();
    private static final MainSources SOURCES = MainSources.read();

    /** The ids of the rules as they were numbered when they were gathered. */
    private static List<String> gatheredIds() throws IOException {
        try (InputStream in = Objects.requireNonNull(RuleCatalogTest.class.getResourceAsStream("rule-ids.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @Test
    void everyRuleIsInTheCatalogAndNoOther() throws IOException {
        Set<String> missing = new TreeSet<>(gatheredIds());
        missing.removeIf(id -> CATALOG.find(id).isPresent());
        assertThat(missing).as("rules without an entry in a YAML file").isEmpty();
        assertThat(gatheredIds())
                .containsAll(CATALOG.rules().stream().map(Rule::id).toList());
    }

    @Test
    void everyFileOfRulesIsRead() {
        assertThat(MainSources.ruleFiles())
                .isNotEmpty()
                .allSatisfy(file -> assertThat(
                                RuleFile.parse(String.valueOf(file.getFileName()), MainSources.text(file)))
                        .as("%s: its rules", file.getFileName())
                        .allSatisfy(rule -> assertThat(CATALOG.find(rule.id())).isPresent()));
    }

    @Test
    void theCatalogListsRulesInTheOrderOfTheirNumbers() throws IOException {
        List<String> listed = CATALOG.rules().stream().map(Rule::id).toList();
        assertThat(listed)
                .containsExactlyElementsOf(
                        gatheredIds().stream().filter(listed::contains).toList());
    }

    @Test
    void everyRuleHasAScenarioOrAReasonForNone() {
        assertThat(CATALOG.rules())
                .allSatisfy(rule -> assertThat(rule.scenarios().isEmpty())
                        .as("%s: no scenario", rule.id())
                        .isEqualTo(rule.notShown().isPresent()));
    }

    @Test
    void everyScenarioShowsARuleOfTheCatalog() {
        assertThat(RuleScenarios.all())
                .allSatisfy(scenario -> assertThat(CATALOG.find(scenario.rule()))
                        .as(scenario.testName())
                        .isPresent());
    }

    @Test
    void testsHaveNamesOfTheirOwn() {
        assertThat(RuleScenarios.all())
                .extracting(RuleScenario::testName)
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(name).doesNotEndWith("."));
    }

    @Test
    void everyClassThatImplementsARuleExists() {
        Set<String> classes = SOURCES.classes();
        assertThat(CATALOG.rules())
                .allSatisfy(rule -> assertThat(classes).as(rule.id()).containsAll(rule.implementedIn()));
    }

    @Test
    void everyClassThatImplementsARuleNamesIt() {
        var named = SOURCES.rulesNamed();
        assertThat(CATALOG.rules())
                .filteredOn(rule -> !rule.implementedIn().isEmpty())
                .allSatisfy(rule -> assertThat(named.getOrDefault(rule.id(), Set.of()))
                        .as(rule.id())
                        .containsAll(rule.implementedIn().stream()
                                .map(name -> name + ".java")
                                .toList()));
    }

    @Test
    void everyRuleThatTheSourcesNameIsInTheCatalog() {
        SOURCES.rulesNamed().forEach((id, files) -> {
            assertThat(CATALOG.find(id)).as("%s, named in %s", id, files).isPresent();
        });
    }
}
