package io.cdpsim.semantics.check.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.yaml.FilePosition;
import io.cdpsim.workloads.yaml.YamlNode;
import io.cdpsim.workloads.yaml.YamlReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioTextTest {
    /** Where a key of a text stands, as its reader says. */
    private static FilePosition place(String text, String key) {
        List<FilePosition> found = new ArrayList<>();
        collect(YamlReader.read("f", text), key, found);
        return found.get(0);
    }

    private static void collect(YamlNode node, String key, List<FilePosition> found) {
        if (node instanceof YamlNode.Mapping mapping) {
            for (YamlNode.Entry each : mapping.entries()) {
                if (each.key().equals(key)) {
                    found.add(each.place());
                }
                collect(each.value(), key, found);
            }
        } else if (node instanceof YamlNode.Sequence list) {
            list.items().forEach(each -> collect(each, key, found));
        }
    }

    private static ScenarioText.Rewritten replaced(String text, String key, String value) {
        return ScenarioText.rewritten(text, List.of(new ExpectationEdit(place(text, key), key, value)));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
        k: 1                          => k: 9
        k: 1 # why                    => k: 9 # why
        {a: 0, k: 1, b: 2}            => {a: 0, k: 9, b: 2}
        {a: 0, k: 1}                  => {a: 0, k: 9}
        k: [1, 2] # why               => k: 9 # why
        {k: [1, {x: "]"}], b: 2}      => {k: 9, b: 2}
        k: "a # b, c" # why           => k: 9 # why
        k: 'it''s'                    => k: 9
        "k": 1                        => "k": 9
        k: a, b                       => k: 9
        x:\\n  k: 1\\ny: 2            => x:\\n  k: 9\\ny: 2
        k:\\n  - a\\n  - b\\ny: 2     => k: 9\\ny: 2
        k:\\n- a\\n- b\\ny: 2         => k: 9\\ny: 2
        k: |\\n  a\\n  b\\ny: 2       => k: 9\\ny: 2
        k: [a,\\n  b]\\ny: 2          => k: 9\\ny: 2
        x:\\n  - k: 1\\n    z: 2      => x:\\n  - k: 9\\n    z: 2
        """)
    void theValueIsReplacedAndAllElseStays(String before, String after) {
        String text = before.replace("\\n", "\n") + "\n";

        ScenarioText.Rewritten rewritten = replaced(text, "k", "9");

        assertThat(rewritten.text()).isEqualTo(after.replace("\\n", "\n") + "\n");
        assertThat(rewritten.lostComments()).isZero();
    }

    @Test
    void commentsWithinAValueThatIsReplacedAreCounted() {
        String text = "k:\n  - a # one\n  # two\n  - b\n# kept\ny: 2 # kept\n";

        ScenarioText.Rewritten rewritten = replaced(text, "k", "none");

        assertThat(rewritten.text()).isEqualTo("k: none\n# kept\ny: 2 # kept\n");
        assertThat(rewritten.lostComments()).isEqualTo(2);
    }

    @Test
    void severalValuesAreReplacedEachAtItsPlace() {
        String text = "a: 1\nb: {c: 2, d: 3}\n";

        ScenarioText.Rewritten rewritten = ScenarioText.rewritten(
                text,
                List.of(
                        new ExpectationEdit(place(text, "c"), "c", "20"),
                        new ExpectationEdit(place(text, "a"), "a", "10"),
                        new ExpectationEdit(place(text, "d"), "d", "30")));

        assertThat(rewritten.text()).isEqualTo("a: 10\nb: {c: 20, d: 30}\n");
        assertThat(rewritten.difference("f"))
                .isEqualTo("--- f\n+++ f\n@@ line 1\n-a: 1\n-b: {c: 2, d: 3}\n+a: 10\n+b: {c: 20, d: 30}\n");
    }
}
