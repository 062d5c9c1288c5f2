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
 * The input of a run, as text.
 *
 * @param workload its name
 * @param options the value of each option, by name
 * @param profile the GPU as the user named it
 * @param set changed fields of the profile, each {@code path=value}
 * @param machine the options of the machine, such as {@code seed}, by name
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
     * A difference between two inputs.
     *
     * @param name an option or the like
     * @param first its value in the first; empty if there is none
     * @param second its value in the second
     */
    public record Difference(String name, String first, String second) {}

    /** The differences from another input, except fields of profiles. */
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
