package io.cdpsim.ptx.link;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What things of a program are called in its source, where one thing alone is called so. */
public final class SourceNames {
    private final Set<String> names;
    private final Map<String, List<String>> plain = new LinkedHashMap<>();
    private final Map<String, List<String>> full = new LinkedHashMap<>();

    /** Things by the names of the PTX. */
    public SourceNames(Collection<String> names) {
        this.names = new LinkedHashSet<>(names);
        for (String name : this.names) {
            String global = global(name);
            add(plain, SourceName.plain(global), name);
            add(full, SourceName.full(global), name);
        }
    }

    /** The name without the suffix that the linker adds to a module's internal names. */
    private static String global(String name) {
        int local = name.indexOf('@');
        return local < 0 ? name : name.substring(0, local);
    }

    private static void add(Map<String, List<String>> meant, String source, String name) {
        meant.computeIfAbsent(source, each -> new ArrayList<>()).add(name);
    }

    /** The names of the PTX that a name of the source may mean: {@code expand}, or {@code expand<0>} of a template. */
    public List<String> meant(String source) {
        List<String> exact = full.getOrDefault(source, List.of());
        return exact.size() == 1 ? exact : plain.getOrDefault(source, exact);
    }

    /** The shortest unambiguous name: that of the source, with template arguments if necessary, or that of the PTX. */
    public String shortest(String name) {
        String global = global(name);
        for (String source : List.of(SourceName.plain(global), SourceName.full(global))) {
            if (meant(source).equals(List.of(name)) && (source.equals(name) || !names.contains(source))) {
                return source;
            }
        }
        return name;
    }

    /** The names of the source, without arguments of templates. */
    public Set<String> all() {
        return plain.keySet();
    }
}
