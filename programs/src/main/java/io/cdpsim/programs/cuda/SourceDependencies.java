package io.cdpsim.programs.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** The files that a compiler read, from the make rule that {@code -MD} writes. */
final class SourceDependencies {
    private SourceDependencies() {}

    /**
     * Parses a rule.
     *
     * @param without a folder whose files are excluded
     */
    static Set<Path> read(Path rule, Path without) throws IOException {
        Set<Path> files = new TreeSet<>();
        String text = Files.readString(rule);
        StringBuilder name = new StringBuilder();
        for (int at = text.indexOf(": ") + 1; at < text.length(); at++) {
            char c = text.charAt(at);
            char next = at + 1 < text.length() ? text.charAt(at + 1) : '\n';
            if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
                name.append(next);
                at++;
            } else if (c > ' ' && !(c == '\\' && next <= ' ')) {
                name.append(c);
            } else {
                add(name, files, without);
            }
        }
        add(name, files, without);
        return files;
    }

    private static void add(StringBuilder name, Set<Path> files, Path without) {
        if (name.length() > 0) {
            // Not normalized: where /bin is a link to /usr/bin, /bin/../include is no /include.
            Path file = Path.of(name.toString()).toAbsolutePath();
            if (!file.normalize().startsWith(without)) {
                files.add(file);
            }
            name.setLength(0);
        }
    }
}
