package io.cdpsim.semantics.rules.catalog;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The source lines that cite rules. The build finds them in all modules (.mvn/RulePlaces.java) and writes a file of them. Not every such line
 * implements the rule; the {@link RuleCatalog} names the classes that do.
 */
final class RulePlaces {
    /** The file beside this class, with a line {@code ID CLASS:LINE} for each place. */
    static final String FILE = "rule-places.txt";

    private final ListMultimap<String, RulePlace> places = ArrayListMultimap.create();

    private RulePlaces() {}

    /** Reads the file. It is missing if another tool, such as an editor, compiled the classes. */
    static RulePlaces load() {
        RulePlaces places = new RulePlaces();
        URL file = RulePlaces.class.getResource(FILE);
        if (file == null) {
            return places;
        }
        try {
            Resources.asCharSource(file, StandardCharsets.UTF_8).forEachLine(places::add);
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read", e);
        }
        return places;
    }

    private void add(String line) {
        int blank = line.indexOf(' ');
        int colon = line.lastIndexOf(':');
        places.put(
                line.substring(0, blank),
                new RulePlace(line.substring(blank + 1, colon), Integer.parseInt(line.substring(colon + 1))));
    }

    /** The lines of a class that cite a rule, in order. */
    List<RulePlace> of(String rule, String simpleName) {
        return of(rule).stream()
                .filter(place -> place.simpleName().equals(simpleName))
                .toList();
    }

    /** All lines that cite a rule, by class. */
    List<RulePlace> of(String rule) {
        return List.copyOf(places.get(rule));
    }
}
