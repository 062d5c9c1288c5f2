package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.workloads.InvalidInputException;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A sweep as somebody asks for it: names and values as text, none of them looked up yet. A name is an option of the workload, a setting of every
 * run ({@link MachineOptions}) or a field of the profile.
 *
 * @param workload what to run
 * @param fixed values that all points share, by name
 * @param axes what varies; the last one fastest
 * @param repeat how often each combination runs, each time with the next seed, at least 1
 * @param sample how many combinations to draw from the full grid, at least 1; empty for all
 */
public record SweepSpecification(
        String workload, Map<String, String> fixed, List<SweepAxis> axes, int repeat, OptionalInt sample) {
    /**
     * Checks what can be known without looking names up.
     *
     * @throws InvalidInputException if nothing varies, a name is there twice or a number is out of range
     */
    public SweepSpecification {
        fixed = Collections.unmodifiableMap(new LinkedHashMap<>(fixed));
        axes = List.copyOf(axes);
        Set<String> varied = new HashSet<>();
        for (SweepAxis each : axes) {
            if (!varied.add(each.name())) {
                throw new InvalidInputException(each.name() + " varies twice; give all its values at once");
            }
            if (fixed.containsKey(each.name())) {
                throw new InvalidInputException(each.name() + " varies and has one value, '" + fixed.get(each.name())
                        + "', too; leave one of the two out");
            }
        }
        if (axes.isEmpty() && repeat == 1) {
            throw new InvalidInputException(
                    "nothing varies; say what should, as in --vary threshold=16..4096:x2, or --repeat for other seeds");
        }
        if (repeat < 1) {
            throw new InvalidInputException("repeat: found " + repeat + ", expected a whole number from 1");
        }
        if (sample.isPresent() && sample.getAsInt() < 1) {
            throw new InvalidInputException("sample: found " + sample.getAsInt() + ", expected a whole number from 1");
        }
        if (repeat > 1 && varied.contains(MachineOptions.SEED.name())) {
            throw new InvalidInputException("repeat counts seeds, and seed varies too; leave one of the two out");
        }
    }
}
