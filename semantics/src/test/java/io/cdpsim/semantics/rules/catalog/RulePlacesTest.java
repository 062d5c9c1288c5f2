package io.cdpsim.semantics.rules.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that {@code rules show} names are those that decide the rule. */
class RulePlacesTest {
    private static final RulePlaces PLACES = RulePlaces.load();

    @Test
    void everyClassThatDecidesARuleHasALineThatNamesIt() {
        List<String> missing = RuleCatalog.load().rules().stream()
                .flatMap(rule -> rule.implementedIn().stream()
                        .filter(name -> PLACES.of(rule.id(), name).isEmpty())
                        .map(name -> rule.id() + " " + name))
                .toList();
        assertThat(missing)
                .as("rules and classes under implemented_in, of which no comment below the class's head names the"
                        + " rule; write '// Rule ID.' at the line that decides")
                .isEmpty();
    }

    @Test
    void aSimpleNameMeansOneClass() {
        assertThat(RuleCatalog.load().rules())
                .allSatisfy(rule -> assertThat(
                                rule.places().stream().map(RulePlace::className).distinct())
                        .as(rule.id())
                        .hasSameSizeAs(rule.places().stream()
                                .map(RulePlace::simpleName)
                                .distinct()
                                .toList()));
    }

    @Test
    void aPlaceIsALineOfCodeWithTheRuleInACommentBesideOrAboveIt() {
        List<Rule> rules = RuleCatalog.load().rules();
        assertThat(rules).flatMap(Rule::places).hasSizeGreaterThan(50);
        for (Rule rule : rules) {
            for (RulePlace place : rule.places()) {
                List<String> lines = MainSources.lines(place.className());
                String line = lines.get(place.line() - 1);
                assertThat(line).as("%s: code", place).matches("\\s*[^\\s/*].*").doesNotContainPattern("^\\s*@");
                assertThat(line.contains(rule.id()) ? line : commentAbove(lines, place.line() - 1))
                        .as("%s at %s", rule.id(), place.label())
                        .matches(text -> names(text, rule));
            }
        }
    }

    /** Whether a text has the id, or a range of ids in which it lies. */
    private static boolean names(String text, Rule rule) {
        return Stream.iterate(1, n -> n + 1)
                .limit(40)
                .map(n -> rule.group() + "-" + n)
                .anyMatch(first -> text.matches("(?s).*\\b" + rule.id() + "\\b.*")
                        || text.matches("(?s).*\\b" + first + "\\s+to\\s+" + rule.group() + "-\\d+\\b.*"));
    }

    /** The lines of comments and annotations right above a line. */
    private static String commentAbove(List<String> lines, int index) {
        int first = index;
        while (first > 0 && lines.get(first - 1).matches("\\s*(/\\*|\\*|//|@).*|\\s*")) {
            first--;
        }
        return lines.subList(first, index).stream()
                .map(line -> line.replaceAll("^\\s*(\\*|//)", ""))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void theBuildFindsTheLineThatACommentBelongsTo(@TempDir Path folder) throws Exception {
        Path source = Files.createDirectories(folder.resolve("src/some/room")).resolve("Some.java");
        Files.writeString(source, """
            package some.room;

            /** Rule TAIL-1: the head of a class is no place. */
            @Deprecated
            public final class Some {
                // Rules TAIL-2 and
                // TAIL-3.

                int code = 7;
                int last = 8; // Rule STR-9.

                /** TAIL-10, the head of a type behind that. */
                interface Behind {}

                /**
                 * What a method decides (rule STR-5).
                 */
                @Override
                public int method() {
                    int x = 1; // Rule STR-6.
                    String s = "// Rule STR-7." + '"' + "/* STR-8 */";
                    return x; /* LNCH-7 to
                     LNCH-9 */
                }

                /** TAIL-4, the head of a record. */
                record Inner(int x) {}

                /** TAIL-6, the head of a type with a comment before its annotation. */
                // TAIL-7: why it is suppressed.
                @SuppressWarnings("unused") // TAIL-8, as above.
                /* TAIL-9 too. */
                static final class Other {}

                /** TAIL-5, a method named as one might name a type. */
                void record(int x) {}
            }
            """);
        Path other = Files.createDirectories(folder.resolve("other/more")).resolve("More.java");
        Files.writeString(other, "package more;\nclass More {\n    int x = 1; // Rule STR-6.\n}\n");
        Path result = folder.resolve("made/for/it/places.txt");
        Process build = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        MainSources.root().resolve(".mvn/RulePlaces.java").toString(),
                        result.toString(),
                        folder.resolve("src").toString(),
                        folder.resolve("other").toString())
                .inheritIO()
                .start();
        assertThat(build.waitFor()).isZero();
        assertThat(Files.readAllLines(result))
                .containsExactly(
                        "LNCH-7 some.room.Some:22",
                        "LNCH-8 some.room.Some:22",
                        "LNCH-9 some.room.Some:22",
                        "STR-5 some.room.Some:19",
                        "STR-6 more.More:3",
                        "STR-6 some.room.Some:20",
                        "STR-9 some.room.Some:10",
                        "TAIL-2 some.room.Some:9",
                        "TAIL-3 some.room.Some:9",
                        "TAIL-5 some.room.Some:36");
    }

    @Test
    void thePlacesInEachModuleThatImplementsRulesAreListed() {
        assertThat(Stream.of("TAIL-10", "COPY-3").flatMap(id -> PLACES.of(id).stream()))
                .extracting(RulePlace::simpleName)
                .contains("PagedMemory", "DeviceMemoryOperations");
    }
}
