package io.cdpsim.programs.ptx;

import io.cdpsim.ptx.link.SourceNames;
import io.cdpsim.spelling.SimilarName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Objects by their PTX names, and by their source names where these are unique.
 *
 * @param <T> the objects
 */
final class SymbolLookup<T> {
    private final String kind;
    private final Map<String, T> byName;
    private final SourceNames sources;

    /**
     * Creates a table.
     *
     * @param kind the kind of object in messages, such as {@code kernel}
     * @param byName the objects by their PTX names
     */
    SymbolLookup(String kind, Map<String, T> byName) {
        this.kind = kind;
        this.byName = new LinkedHashMap<>(byName);
        sources = new SourceNames(byName.keySet());
    }

    /** All of them, in the order of the program. */
    Map<String, T> all() {
        return byName;
    }

    /** The object with a name. @throws IllegalArgumentException if there is none, or more than one */
    T find(String name) {
        T exact = byName.get(name);
        if (exact != null) {
            return exact;
        }
        List<String> intended = sources.meant(name);
        T only = intended.size() == 1 ? byName.get(intended.get(0)) : null;
        if (only != null) {
            return only;
        }
        throw new IllegalArgumentException(
                intended.isEmpty()
                        ? "unknown " + kind + " '" + name + "'" + fix(name)
                        : "'" + name + "' may be each of "
                                + intended.stream().map(sources::shortest).collect(Collectors.joining(", "))
                                + "; give the whole name");
    }

    private String fix(String name) {
        if (byName.isEmpty()) {
            return "; the program has none";
        }
        List<String> known = new ArrayList<>(sources.all());
        known.addAll(byName.keySet());
        return SimilarName.of(name, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse(", expected one of " + String.join(", ", sources.all()));
    }
}
