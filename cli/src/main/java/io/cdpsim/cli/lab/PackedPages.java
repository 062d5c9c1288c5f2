package io.cdpsim.cli.lab;

import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The documentation and the labs of a package. A page keeps the links to what the package has; of the others, their texts alone. */
final class PackedPages {
    /** A link or a picture, outside of code. */
    private static final Pattern LINK = Pattern.compile(
            "(?ms)^ *```.*?^ *```|!?\\[((?:[^\\[\\]]++|\\[[^\\]]*+\\])*+)\\]\\(([^)#:\\s]+)(#[^)]*)?\\)");

    /** What teachers get besides. */
    private static final List<String> OF_TEACHERS = List.of("keys", "platforms", "Dockerfile");

    private PackedPages() {}

    /**
     * The files by their names in the package.
     *
     * @param documentation the folder of the documentation, beside that of the labs; empty if it is not beside the program
     * @param forTeachers whether to add the keys and the files for other platforms
     * @param student the name that the numbers of the questions are drawn from; empty for the original ones
     * @throws InvalidInputException if the keys are wanted and are not beside the program
     */
    static Map<String, byte[]> of(Optional<Path> documentation, boolean forTeachers, String student)
            throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        if (documentation.isPresent()) {
            Path docs = documentation.get();
            Path labs = docs.resolveSibling("labs");
            add(files, "docs", docs);
            files.put("labs/README.md", Files.readAllBytes(labs.resolve("README.md")));
            if (forTeachers) {
                for (String each : OF_TEACHERS) {
                    add(files, "labs/" + each, labs.resolve(each));
                }
            }
        }
        if (forTeachers && files.keySet().stream().noneMatch(each -> each.startsWith("labs/keys/"))) {
            throw new InvalidInputException(
                    "--teacher packs the keys, which are not beside this program; run it as ./cdpsim in a checkout, or"
                            + " from a package for teachers");
        }
        for (Lab lab : LabCatalog.labs()) {
            for (String file : lab.files()) {
                files.put("labs/" + lab.name() + "/" + file, lab.file(file, student));
            }
        }
        files.replaceAll((name, bytes) -> name.endsWith(".md")
                ? withoutDeadLinks(name, new String(bytes, StandardCharsets.UTF_8), files.keySet())
                        .getBytes(StandardCharsets.UTF_8)
                : bytes);
        return files;
    }

    private static void add(Map<String, byte[]> files, String name, Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path file : all.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList()) {
                String below = path.relativize(file).toString().replace('\\', '/');
                // What the build makes of the folder of pages.
                if (!below.matches("pom\\.xml|target/.*")) {
                    files.put(below.isEmpty() ? name : name + "/" + below, Files.readAllBytes(file));
                }
            }
        }
    }

    private static String withoutDeadLinks(String page, String text, Set<String> names) {
        return LINK.matcher(text).replaceAll(link -> {
            if (link.group(2) == null) {
                return Matcher.quoteReplacement(link.group());
            }
            String target = Path.of(page)
                    .resolveSibling(link.group(2))
                    .normalize()
                    .toString()
                    .replace('\\', '/');
            boolean isThere = names.contains(target) || names.stream().anyMatch(each -> each.startsWith(target + "/"));
            return Matcher.quoteReplacement(isThere ? link.group() : link.group(1));
        });
    }
}
