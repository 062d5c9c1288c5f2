package io.cdpsim.semantics.rules.catalog;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/**
 * The source lines that cite rules. The build finds them (.mvn/RulePlaces.java) and writes one file in each module. Not every such line
 * implements the rule; the {@link RuleCatalog} names the classes that do.
 */
final class RulePlaces {
    /** The file in each module's classes, with a line {@code ID CLASS:LINE} for each place. */
    static final String FILE = "META-INF/cdpsim/rule-places.txt";

    private final ListMultimap<String, RulePlace> places = ArrayListMultimap.create();

    private RulePlaces() {}

    /** Reads the files of all modules. They are missing if another tool, such as an editor, compiled the classes. */
    static RulePlaces load() {
        RulePlaces places = new RulePlaces();
        try {
            for (URL file : Collections.list(RulePlaces.class.getClassLoader().getResources(FILE))) {
                Resources.asCharSource(file, StandardCharsets.UTF_8).forEachLine(places::add);
            }
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
