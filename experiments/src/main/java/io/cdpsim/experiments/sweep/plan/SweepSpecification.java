package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.workloads.InvalidInputException;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A requested sweep: names and values as text, not yet resolved. A name is an option of the workload, a machine option ({@link MachineOptions}) or a
 * field of the profile.
 *
 * @param workload the workload
 * @param fixed values that all points share, by name
 * @param axes the varied parameters; the last varies fastest
 * @param repeat number of runs of each combination, with consecutive seeds, at least 1
 * @param sample number of combinations to draw from the full grid, at least 1; empty for all
 * @param metrics regular expressions for numbers in what a program prints, by name ({@link OutputMetric})
 * @param where a condition that every combination must satisfy ({@link io.cdpsim.experiments.sweep.condition.SweepCondition}); empty for none
 */
public record SweepSpecification(
        String workload,
        Map<String, String> fixed,
        List<SweepAxis> axes,
        int repeat,
        OptionalInt sample,
        Map<String, String> metrics,
        Optional<String> where) {
    /** A specification without metrics and conditions. */
    public SweepSpecification(
            String workload, Map<String, String> fixed, List<SweepAxis> axes, int repeat, OptionalInt sample) {
        this(workload, fixed, axes, repeat, sample, Map.of(), Optional.empty());
    }

    /**
     * Checks what does not depend on the meaning of names.
     *
     * @throws InvalidInputException if nothing varies, a name occurs twice or a number is out of range
     */
    public SweepSpecification {
        fixed = Collections.unmodifiableMap(new LinkedHashMap<>(fixed));
        axes = List.copyOf(axes);
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        metrics.forEach(OutputMetric::of);
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
