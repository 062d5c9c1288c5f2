package io.cdpsim.semantics.check.diagnostic;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a program's source.
 *
 * @param file its name, as given to the compiler
 * @param line from 1
 */
public record SourceLocation(String file, int line) {
    private static final Pattern LOCATION =
            Pattern.compile("(?<![\\w./-])([\\w./+-]*[\\w+-]\\.(?:cuh?|hpp|cpp|cc|h|c|py|rs|ptx|java)):(\\d{1,9})");

    /** The locations that a text names, such as {@code racy.cu:7}, in its order, each once. */
    public static List<SourceLocation> in(String text) {
        List<SourceLocation> locations = new ArrayList<>();
        Matcher found = LOCATION.matcher(text);
        while (found.find()) {
            SourceLocation location = new SourceLocation(found.group(1), Integer.parseInt(found.group(2)));
            if (location.line > 0 && !locations.contains(location)) {
                locations.add(location);
            }
        }
        return locations;
    }

    @Override
    public String toString() {
        return file + ":" + line;
    }
}
