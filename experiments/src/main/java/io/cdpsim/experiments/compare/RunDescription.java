package io.cdpsim.experiments.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What was asked of a run, as text.
 *
 * @param workload its name
 * @param options the value of each option that has one, by name
 * @param profile the GPU as it was named
 * @param set fields of the profile that were changed, each {@code path=value}
 * @param machine what every run can be asked for, such as {@code seed}, by name
 */
public record RunDescription(
        String workload, Map<String, String> options, String profile, List<String> set, Map<String, String> machine) {
    /** Keeps copies. */
    public RunDescription {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        set = List.copyOf(set);
        machine = inOrder(machine);
    }

    private static final List<String> MACHINE = List.of("seed", "policy", "strict", "check");

    /** A copy whose order depends on the names alone, since JSON is written from it. */
    private static Map<String, String> inOrder(Map<String, String> values) {
        Map<String, String> ordered = new TreeMap<>(
                Comparator.comparingInt((String each) -> MACHINE.indexOf(each)).thenComparing(each -> each));
        ordered.putAll(values);
        return Collections.unmodifiableMap(ordered);
    }

    /**
     * Something in which two questions differ.
     *
     * @param name an option or the like
     * @param first its value in the first; empty where it has none
     * @param second that in the second
     */
    public record Difference(String name, String first, String second) {}

    /** In what it differs from another, but for the fields of profiles. */
    public List<Difference> differences(RunDescription other) {
        List<Difference> all = new ArrayList<>();
        add(all, "workload", workload, other.workload);
        Set<String> names = new LinkedHashSet<>(options.keySet());
        names.addAll(other.options.keySet());
        names.forEach(each -> add(all, each, options.getOrDefault(each, ""), other.options.getOrDefault(each, "")));
        add(all, "profile", profile, other.profile);
        MACHINE.forEach(each -> add(all, each, machine.getOrDefault(each, ""), other.machine.getOrDefault(each, "")));
        return all;
    }

    private static void add(List<Difference> all, String name, String first, String second) {
        if (!first.equals(second)) {
            all.add(new Difference(name, first, second));
        }
    }
}
