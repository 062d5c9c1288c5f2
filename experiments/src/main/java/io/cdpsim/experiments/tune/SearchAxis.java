package io.cdpsim.experiments.tune;

import io.cdpsim.experiments.sweep.plan.SweepAxis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Something that the search changes.
 *
 * @param axis its name and values
 * @param ordered whether the values are numbers, so that a value between two others probably gives a time between or below theirs
 * @param byDefault the value where it is not given, as text; empty if that depends on other things
 */
record SearchAxis(SweepAxis axis, boolean ordered, Optional<String> byDefault) {
    /** Values of which all are tried, whatever their order. */
    private static final int FEW = 3;

    /** An axis, whose values are ordered if they are numbers. */
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

    /** Settings with a value of this axis; the default is left out, which is the same wherever the axis means something. */
    Map<String, String> with(Map<String, String> settings, int index) {
        String value = axis.values().get(index);
        Map<String, String> changed = new LinkedHashMap<>(settings);
        changed.remove(name());
        if (byDefault.isEmpty() || !byDefault.get().equals(value)) {
            changed.put(name(), value);
        }
        return changed;
    }

    /** The index of the value in some settings; empty where it is left out and the default is not among the values. */
    Optional<Integer> index(Map<String, String> settings) {
        String value = settings.containsKey(name()) ? settings.get(name()) : byDefault.orElse("");
        int index = axis.values().indexOf(value);
        return index < 0 ? Optional.empty() : Optional.of(index);
    }

    /** The values to begin with: both ends and the middle of an ordered axis, else all. */
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

    /** The values beside one, of an ordered axis. */
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
