package io.cdpsim.semantics.rules.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the Java sources of all modules say, tests aside.
 *
 * @param classes the simple names of the top-level classes
 * @param rulesNamed the ids of rules that occur in them, each with the files
 */
record MainSources(Set<String> classes, Map<String, Set<String>> rulesNamed) {
    private static final Pattern RULE =
            Pattern.compile("\\b(?:" + String.join("|", RuleCatalog.GROUPS) + ")-[0-9]+\\b");

    /** Found once, since to find them takes longer than to read one. */
    private static final List<Path> FILES = findFiles();

    static MainSources read() {
        Set<String> classes = new TreeSet<>();
        Map<String, Set<String>> rulesNamed = new TreeMap<>();
        for (Path file : FILES) {
            String name = String.valueOf(file.getFileName());
            classes.add(name.substring(0, name.length() - ".java".length()));
            RULE.matcher(text(file))
                    .results()
                    .map(MatchResult::group)
                    .forEach(id -> rulesNamed
                            .computeIfAbsent(id, any -> new TreeSet<>())
                            .add(name));
        }
        return new MainSources(classes, rulesNamed);
    }

    private static List<Path> findFiles() {
        try (Stream<Path> modules = Files.list(root())) {
            return modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .flatMap(MainSources::javaFiles)
                    .collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The YAML files that describe rules. */
    static List<Path> ruleFiles() {
        try (Stream<Path> files =
                Files.list(root().resolve("semantics/src/main/resources/io/cdpsim/semantics/rules/catalog"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> javaFiles(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The directory of all modules, wherever in it the test runs. */
    static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("mvnw"))) {
            directory = Objects.requireNonNull(directory.getParent(), "the test does not run inside the source tree");
        }
        return directory;
    }

    /** The lines of a class's file. */
    static List<String> lines(String className) {
        Path end = Path.of(className.replace('.', '/') + ".java");
        return FILES.stream()
                .filter(file -> file.endsWith(end))
                .findFirst()
                .map(file -> text(file).lines().toList())
                .orElseThrow();
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
