package io.cdpsim.workloads.rules.catalog;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which lines of the sources name which rule: what the build found (.mvn/RulePlaces.java), one file in each module that implements rules.
 * A line may name a rule in passing; which classes decide it the {@link RuleCatalog} knows.
 */
final class RulePlaces {
    /** In each module's classes, a line {@code ID CLASS:LINE} for each place. */
    static final String FILE = "META-INF/cdpsim/rule-places.txt";

    private final Map<String, List<RulePlace>> places = new LinkedHashMap<>();

    private RulePlaces() {}

    /** Reads the files of all modules. Finds nothing where the classes were not made by the build, as in some editors. */
    static RulePlaces load() {
        RulePlaces places = new RulePlaces();
        try {
            for (URL file : Collections.list(RulePlaces.class.getClassLoader().getResources(FILE))) {
                try (BufferedReader reader =
                        new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
                    reader.lines().forEach(places::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read", e);
        }
        return places;
    }

    private void add(String line) {
        int blank = line.indexOf(' ');
        int colon = line.lastIndexOf(':');
        places.computeIfAbsent(line.substring(0, blank), any -> new ArrayList<>())
                .add(new RulePlace(line.substring(blank + 1, colon), Integer.parseInt(line.substring(colon + 1))));
    }

    /** The lines of a class, given by its simple name, that name a rule, from its top to its end. */
    List<RulePlace> of(String rule, String simpleName) {
        return of(rule).stream()
                .filter(place -> place.simpleName().equals(simpleName))
                .toList();
    }

    /** All lines that name a rule, class by class. */
    List<RulePlace> of(String rule) {
        return List.copyOf(places.getOrDefault(rule, List.of()));
    }
}
