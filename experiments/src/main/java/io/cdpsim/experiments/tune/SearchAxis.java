package io.cdpsim.experiments.tune;

import io.cdpsim.experiments.sweep.plan.SweepAxis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A parameter that the search changes.
 *
 * @param axis its name and values
 * @param ordered whether the values are numbers, so that the time is probably monotonic or unimodal in them
 * @param byDefault the default value as text; empty if it depends on other values
 */
record SearchAxis(SweepAxis axis, boolean ordered, Optional<String> byDefault) {
    /** The largest number of values that are all tried, in any order. */
    private static final int FEW = 3;

    /** An axis, ordered if its values are numbers. */
    static SearchAxis of(SweepAxis axis, Optional<String> byDefault) {
        return new SearchAxis(
                axis, axis.values().stream().allMatch(each -> each.matches("-?[0-9]+(\\.[0-9]+)?")), byDefault);
    }

    String name() {
        return axis.name();
    }

    int size() {
        return axis.values().size();
    }

    /** Settings with a value of this axis; the default is omitted, so that equal settings are equal maps. */
    Map<String, String> with(Map<String, String> settings, int index) {
        String value = axis.values().get(index);
        Map<String, String> changed = new LinkedHashMap<>(settings);
        changed.remove(name());
        if (byDefault.isEmpty() || !byDefault.get().equals(value)) {
            changed.put(name(), value);
        }
        return changed;
    }

    /** The index of the value in settings; empty where it is omitted and the default is not among the values. */
    Optional<Integer> index(Map<String, String> settings) {
        String value = settings.containsKey(name()) ? settings.get(name()) : byDefault.orElse("");
        int index = axis.values().indexOf(value);
        return index < 0 ? Optional.empty() : Optional.of(index);
    }

    /** The initial values: both ends and the middle of an ordered axis, else all. */
    List<Integer> probes() {
        TreeSet<Integer> probes = new TreeSet<>();
        if (!ordered || size() <= FEW) {
            for (int i = 0; i < size(); i++) {
                probes.add(i);
            }
        } else {
            probes.addAll(List.of(0, size() / 2, size() - 1));
        }
        return List.copyOf(probes);
    }

    /** The neighbours of a value on an ordered axis. */
    List<Integer> neighbours(int index) {
        List<Integer> neighbours = new ArrayList<>();
        if (ordered) {
            if (index > 0) {
                neighbours.add(index - 1);
            }
            if (index < size() - 1) {
                neighbours.add(index + 1);
            }
        }
        return neighbours;
    }
}
