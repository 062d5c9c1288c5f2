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
 * Which lines of the sources name which rule: what the build found (.mvn/RulePlaces.java), one file in each module that implements rules.
 * A line may name a rule in passing; which classes decide it the {@link RuleCatalog} knows.
 */
final class RulePlaces {
    /** In each module's classes, a line {@code ID CLASS:LINE} for each place. */
    static final String FILE = "META-INF/cdpsim/rule-places.txt";

    private final ListMultimap<String, RulePlace> places = ArrayListMultimap.create();

    private RulePlaces() {}

    /** Reads the files of all modules. Finds nothing where the classes were not made by the build, as in some editors. */
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

    /** The lines of a class, given by its simple name, that name a rule, from its top to its end. */
    List<RulePlace> of(String rule, String simpleName) {
        return of(rule).stream()
                .filter(place -> place.simpleName().equals(simpleName))
                .toList();
    }

    /** All lines that name a rule, class by class. */
    List<RulePlace> of(String rule) {
        return List.copyOf(places.get(rule));
    }
}
