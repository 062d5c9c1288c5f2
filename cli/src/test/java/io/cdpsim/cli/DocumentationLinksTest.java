package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each page is found from the index of its folder, each index from docs/README.md, and each relative link resolves. */
class DocumentationLinksTest {
    private static final Path ROOT = DocumentedCommandsTest.ROOT;

    /** The target of a Markdown link or image within the repository, without the anchor. */
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

    /** Folders with pages besides those of docs. */
    private static final List<String> FOLDERS = List.of("docs", "labs", "examples", "measurements", "notebook");

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?target/.*"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isPage(Path file) {
        return file.toString().endsWith(".md");
    }

    static List<Path> pages() throws IOException {
        Stream.Builder<Path> pages = Stream.builder();
        pages.add(ROOT.resolve("README.md")).add(ROOT.resolve("CONTRIBUTING.md"));
        for (String folder : FOLDERS) {
            files(ROOT.resolve(folder)).stream()
                    .filter(DocumentationLinksTest::isPage)
                    .forEach(pages);
        }
        return pages.build().toList();
    }

    private static Set<Path> linkedFrom(Path page) throws IOException {
        Set<Path> linked = new TreeSet<>();
        LINK.matcher(Files.readString(page))
                .results()
                .map(link -> page.resolveSibling(link.group(1)).normalize())
                .forEach(linked::add);
        return linked;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void eachRelativeLinkResolves(Path page) throws IOException {
        assertThat(linkedFrom(page)).allSatisfy(target -> assertThat(target).exists());
    }

    @ParameterizedTest
    @ValueSource(strings = {"use", "reference", "develop", "evidence"})
    void eachPageIsInTheIndexOfItsFolder(String shelf) throws IOException {
        Path folder = ROOT.resolve("docs").resolve(shelf);
        Path index = folder.resolve("README.md");

        assertThat(linkedFrom(ROOT.resolve("docs/README.md"))).contains(index);
        assertThat(linkedFrom(index))
                .containsAll(files(folder).stream()
                        .filter(file -> isPage(file) && !file.equals(index))
                        .toList());
    }

    @Test
    void documentationIsInTheFourFolders() throws IOException {
        assertThat(files(ROOT.resolve("docs")))
                .map(file -> ROOT.relativize(file).toString())
                .allMatch(file -> file.matches("docs/((use|reference|develop|evidence)/.*|README\\.md|pom\\.xml)"));
    }

    /** A picture or a template that no page links to is dead weight. */
    @Test
    void eachFileBesideThePagesIsLinkedFromAPage() throws IOException {
        Set<Path> linked = new TreeSet<>();
        for (Path page : pages()) {
            linked.addAll(linkedFrom(page));
        }
        assertThat(files(ROOT.resolve("docs")))
                .filteredOn(file -> !isPage(file) && !file.endsWith("pom.xml"))
                .allSatisfy(file -> assertThat(linked)
                        .as("pages link to %s or to its folder", file)
                        .containsAnyOf(file, file.getParent()));
    }
}
