package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever a comment, a profile, a message or a page cites can be followed: each id of a rule, a question, a finding or an edge, each
 * numbered section of the rulebook and axiom, and each path is there, in the documentation that comes with the sources.
 */
class CitationsTest {
    private static final Path ROOT = DocumentedCommandsTest.ROOT;
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");
    private static final Pattern LINK_TO_ANCHOR = Pattern.compile("\\]\\(([^)#:]*)#([^)]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    /** What tests make up because it must not be there. */
    private static final Set<String> MADE_UP = Set.of("docs/none", "TAIL-33");

    /** Sources and pages; not the rows of measurements, whose names are their own. */
    private static final Pattern TEXTS = Pattern.compile(".*\\.(java|yaml|litmus|md|cu|cuh|diff)");

    static final List<String> MODULES = List.of(
            "memory-model", "simulator-core", "workloads", "programs", "semantics", "experiments", "junit", "cli");

    private static List<Path> texts() throws IOException {
        List<Path> texts = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        List<String> folders = new ArrayList<>(List.of("docs", "labs", "examples", "measurements"));
        for (String module : MODULES) {
            folders.add(module + "/src");
        }
        for (String folder : folders) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> TEXTS.matcher(file.toString()).matches())
                        .sorted()
                        .forEach(texts::add);
            }
        }
        return texts;
    }

    private static List<Citation> citations() throws IOException {
        List<Citation> all = new ArrayList<>();
        for (Path file : texts()) {
            all.addAll(Citation.in(ROOT.relativize(file).toString(), Files.readString(file)));
        }
        return all;
    }

    /** The anchors of a page: those written out, and those that its headings have. */
    private static Set<String> anchors(Path page) throws IOException {
        String text = Files.readString(page);
        Set<String> anchors = new TreeSet<>();
        ANCHOR.matcher(text).results().map(found -> found.group(1)).forEach(anchors::add);
        HEADING.matcher(text)
                .results()
                .map(found -> found.group(1).toLowerCase(java.util.Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .forEach(anchors::add);
        return anchors;
    }

    /** What can be cited by id alone: the anchors written out in the pages of the folder {@code docs}. */
    private static Set<String> targets() throws IOException {
        Set<String> targets = new TreeSet<>();
        for (Path page : DocumentedCommandsTest.pages()) {
            for (MatchResult found :
                    ANCHOR.matcher(Files.readString(page)).results().toList()) {
                assertThat(targets.add(found.group(1)))
                        .as("%s: <a id=\"%s\"> is there once", page, found.group(1))
                        .isTrue();
            }
        }
        return targets;
    }

    private static boolean leadsSomewhere(Citation citation, Set<String> targets) {
        return MADE_UP.contains(citation.target())
                || (citation.isPath()
                        ? Files.exists(ROOT.resolve(citation.target()))
                        : targets.contains(citation.target()));
    }

    @Test
    void whateverIsCitedIsThere() throws IOException {
        Set<String> targets = targets();
        List<Citation> citations = citations();
        assertThat(citations).hasSizeGreaterThan(1000);
        assertThat(citations)
                .filteredOn(citation -> !leadsSomewhere(citation, targets))
                .as("citations of what no page has an anchor for, or of files that are not there")
                .isEmpty();
    }

    @Test
    void aLinkToAPlaceInAPageLeadsThere() throws IOException {
        for (Path page : DocumentedCommandsTest.pages()) {
            for (MatchResult link :
                    LINK_TO_ANCHOR.matcher(Files.readString(page)).results().toList()) {
                Path linked = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                assertThat(anchors(linked))
                        .as("link %s in %s", link.group(), page)
                        .contains(link.group(2));
            }
        }
    }

    /** Each holds an {@code @} that is taken out, lest this test cite what it makes up. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "// Rule TAIL@-99. | TAIL@-99",
                "as on the H200 (Q@-99) | Q@-99",
                "it may hang (finding M@-99) | M@-99",
                "no less legal (P@-99) | P@-99",
                "the listing of rule@book 98.7 | section-98.7",
                "the rule@book's 98.7, listing 6 | section-98.7",
                "as des@ign 9 says | design-9",
                "parts of ax@ioms 97 and 99 | axiom-97;axiom-99",
                "stream order (E@98) | E@98",
                "source: meas@urements/none.csv | meas@urements/none.csv",
            })
    void anInventedOneIsFoundAndLeadsNowhere(String text, String invented) throws IOException {
        Set<String> targets = targets();
        List<Citation> found = Citation.in("Some.java", text.replace("@", ""));
        assertThat(found)
                .extracting(Citation::target)
                .containsExactly(invented.replace("@", "").split(";"));
        assertThat(found).noneMatch(citation -> leadsSomewhere(citation, targets));
    }

    @Test
    void aCitationAcrossTwoLinesOfACommentIsFoundWithItsLine() {
        String text = "/**\n * What the table says (rulebook\n * 1.1).\n */";
        assertThat(Citation.in("Some.java", text))
                .containsExactly(new Citation("Some.java:2", "rulebook\n * 1.1", "section-1.1"));
    }
}
