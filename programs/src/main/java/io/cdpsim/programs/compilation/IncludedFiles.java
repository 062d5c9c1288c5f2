package io.cdpsim.programs.compilation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that sources include, as far as they are found beside them or in folders of {@code -I}. Conditions are ignored, so a file may be found
 * that the compiler skips.
 */
final class IncludedFiles {
    private static final Pattern INCLUDE =
            Pattern.compile("^[ \\t]*#[ \\t]*include[ \\t]*[<\"]([^>\"\\n]+)[>\"]", Pattern.MULTILINE);

    private IncludedFiles() {}

    /** @param compilerOptions options such as {@code -Ifolder}, or {@code -I} and the folder as two words */
    static List<Path> of(Collection<Path> sources, List<String> compilerOptions) {
        List<Path> folders = folders(compilerOptions);
        Set<Path> found = new LinkedHashSet<>();
        Deque<Path> open = new ArrayDeque<>(sources);
        while (!open.isEmpty()) {
            Path file = open.remove();
            Matcher include = INCLUDE.matcher(text(file));
            while (include.find()) {
                for (Path each : candidates(file, include.group(1), folders)) {
                    if (Files.isRegularFile(each)) {
                        if (found.add(each)) {
                            open.add(each);
                        }
                        break;
                    }
                }
            }
        }
        return List.copyOf(found);
    }

    private static List<Path> folders(List<String> options) {
        List<Path> folders = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            String option = options.get(i);
            if (option.equals("-I") && i + 1 < options.size()) {
                folders.add(Path.of(options.get(++i)));
            } else if (option.startsWith("-I") && option.length() > 2) {
                folders.add(Path.of(option.substring(2)));
            }
        }
        return folders;
    }

    private static List<Path> candidates(Path file, String name, List<Path> folders) {
        List<Path> candidates = new ArrayList<>();
        try {
            candidates.add(file.resolveSibling(name).normalize());
            folders.forEach(each -> candidates.add(each.resolve(name).normalize()));
        } catch (InvalidPathException e) {
            // The compiler reports it.
        }
        return candidates;
    }

    /** The text of a file; empty if it cannot be read. */
    static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // The compiler reports it.
            return "";
        }
    }
}
