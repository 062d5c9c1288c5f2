package io.cdpsim.cli.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Adds source lines to text: below each place that it names, such as {@code racy.cu:7}, the line of the file if that exists. */
public final class SourceLines {
    /** Source files only: places come from the input, which must not make this show other files. */
    private static final Pattern PLACE = Pattern.compile(
            "(?<![\\w./-])((?:/|\\.\\.?/)?(?:[\\w.+-]+/)*[\\w+-][\\w.+-]*\\.(?:cuh?|hpp|cpp|cc|h|c|py|rs|ptx)):(\\d+)");

    private static final Pattern INDENT = Pattern.compile("^ *");
    private static final long MOST_BYTES = 16L << 20;
    private static final int MOST_CHARACTERS = 120;

    private final List<Path> folders;
    private final Map<String, List<String>> read = new HashMap<>();

    /** @param folders searched by file name for sources that are not found by the name in the text */
    public SourceLines(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /** The text with the source lines of the places that it names. */
    public String beneath(String text) {
        return text.lines()
                .map(line -> line + found(line))
                .collect(Collectors.joining("\n", "", text.endsWith("\n") ? "\n" : ""));
    }

    private String found(String line) {
        Matcher indent = INDENT.matcher(line);
        String start = "\n" + " ".repeat((indent.find() ? indent.end() : 0) + 4) + "> ";
        Set<String> found = new LinkedHashSet<>();
        Matcher place = PLACE.matcher(line);
        while (place.find()) {
            source(place.group(1), place.group(2)).ifPresent(found::add);
        }
        return found.stream().map(each -> start + each).collect(Collectors.joining());
    }

    private Optional<String> source(String file, String number) {
        List<String> lines = read.computeIfAbsent(file, this::read);
        // Too many digits for a line number.
        if (number.length() > 9) {
            return Optional.empty();
        }
        int line = Integer.parseInt(number);
        return line < 1 || line > lines.size()
                ? Optional.empty()
                : Optional.of(shortened(PrintableText.line(lines.get(line - 1).strip())))
                        .filter(text -> !text.isEmpty());
    }

    private static String shortened(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS - 3) + "...";
    }

    private List<String> read(String file) {
        Path name = Path.of(file);
        Set<Path> candidates = new LinkedHashSet<>(List.of(name));
        Optional.ofNullable(name.getFileName())
                .ifPresent(last -> folders.forEach(folder -> candidates.add(folder.resolve(last))));
        return candidates.stream()
                .map(SourceLines::linesOf)
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The lines of a file; empty if there is no such file, since the place itself suffices. */
    private static List<String> linesOf(Path file) {
        try {
            // Bytes of another encoding become replacement characters, not an error.
            return Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES
                    ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                            .lines()
                            .toList()
                    : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}
