package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/develop/architecture.md lists the packages of the code, all of them and no others, and names types that exist. */
class ArchitecturePageTest {
    private static final Path ROOT = DocumentedCommandsTest.ROOT;
    private static final String SOURCES = "src/main/java/io/cdpsim/";

    /** A row of a table of packages: their names, and what they hold. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[a-z][a-z.`, ]*`) \\| (.*) \\|$");

    private static final Pattern NAME = Pattern.compile("`([a-z]+(?:\\.[a-z]+)*)`");

    /** In the second column, what a package below holds stands in parentheses behind its name. */
    private static final Pattern PACKAGE_BELOW = Pattern.compile("`([a-z]+)` \\(");

    private static final Pattern TYPE = Pattern.compile("`(?:[a-z]+\\.)*([A-Z][a-z0-9]+[A-Za-z0-9]*)`");

    private static final Pattern DECLARATION =
            Pattern.compile("\\b(?:class|interface|record|enum) ([A-Z][A-Za-z0-9]*)");

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/develop/architecture.md"));
    }

    private static String tables() throws IOException {
        String page = page();
        return page.substring(page.indexOf("\n## Packages"), page.indexOf("\n### Facades"));
    }

    private static Set<String> inSources(Function<Path, Stream<String>> what) throws IOException {
        Set<String> found = new TreeSet<>();
        for (String module : CitationsTest.MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .flatMap(what)
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static Set<String> packages() throws IOException {
        return inSources(file -> {
            String folder = file.getParent().toString().replace('\\', '/');
            int at = folder.indexOf(SOURCES);
            return at < 0
                    ? Stream.of()
                    : Stream.of(folder.substring(at + SOURCES.length()).replace('/', '.'));
        });
    }

    private static Set<String> listed() throws IOException {
        Set<String> listed = new TreeSet<>();
        Matcher row = ROW.matcher(tables());
        while (row.find()) {
            for (String name : names(row.group(1), NAME)) {
                listed.add(name);
                names(row.group(2), NAME).forEach(below -> listed.add(name + "." + below));
            }
        }
        return listed;
    }

    private static List<String> names(String text, Pattern pattern) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }

    @Test
    void everyPackageIsListed() throws IOException {
        assertThat(packages()).hasSizeGreaterThan(50);
        assertThat(listed()).containsAll(packages());
    }

    @Test
    void everyListedPackageExists() throws IOException {
        Set<String> packages = packages();
        Matcher row = ROW.matcher(tables());
        while (row.find()) {
            for (String name : names(row.group(1), NAME)) {
                assertThat(packages).as(name).anyMatch(each -> (each + ".").startsWith(name + "."));
                for (String below : names(row.group(2), PACKAGE_BELOW)) {
                    assertThat(packages).contains(name + "." + below);
                }
            }
        }
    }

    @Test
    void everyTypeThatIsNamedExists() throws IOException {
        Set<String> types = inSources(file -> names(read(file), DECLARATION).stream());
        Set<String> named = names(page(), TYPE).stream().collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).hasSizeGreaterThan(30);
        assertThat(types).containsAll(named);
    }
}
