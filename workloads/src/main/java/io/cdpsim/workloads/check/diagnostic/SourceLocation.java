package io.cdpsim.workloads.check.diagnostic;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a program's source.
 *
 * @param file as the compiler was told of it
 * @param line from 1
 */
public record SourceLocation(String file, int line) {
    private static final Pattern PLACE =
            Pattern.compile("(?<![\\w./-])([\\w./+-]*[\\w+-]\\.(?:cuh?|hpp|cpp|cc|h|c|py|rs|ptx|java)):(\\d{1,9})");

    /** The places that a text names, such as {@code racy.cu:7}, in its order, each once. */
    public static List<SourceLocation> in(String text) {
        List<SourceLocation> places = new ArrayList<>();
        Matcher found = PLACE.matcher(text);
        while (found.find()) {
            SourceLocation place = new SourceLocation(found.group(1), Integer.parseInt(found.group(2)));
            if (place.line > 0 && !places.contains(place)) {
                places.add(place);
            }
        }
        return places;
    }

    @Override
    public String toString() {
        return file + ":" + line;
    }
}
