package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.workloads.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A varied parameter of a sweep.
 *
 * @param name an option, a machine option or a field of the profile
 * @param values its values as text: at least one, all different
 */
public record SweepAxis(String name, List<String> values) {
    private static final String FORM = "NAME=VALUES, such as threshold=16..4096:x2 or pool=2048,65536";

    /**
     * Checks the values.
     *
     * @throws InvalidInputException if there is none, or two are equal: no point runs twice
     */
    public SweepAxis {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new InvalidInputException(name + ": found no value, expected " + FORM);
        }
        Set<String> seen = new HashSet<>();
        for (String each : values) {
            if (!seen.add(each)) {
                throw new InvalidInputException(name + ": the value '" + each + "' is there twice; leave one out");
            }
        }
    }

    /**
     * Parses {@code NAME=VALUES}.
     *
     * @throws InvalidInputException if the form is wrong or a value is invalid
     */
    public static SweepAxis parse(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? "" : text.substring(0, equals).strip();
        if (name.isEmpty()) {
            throw new InvalidInputException("found '" + text + "', expected " + FORM);
        }
        return of(name, AxisValues.parted(text.substring(equals + 1)));
    }

    /**
     * An axis with listed values.
     *
     * @param name its name
     * @param items values and ranges
     * @throws InvalidInputException if one is invalid
     */
    public static SweepAxis of(String name, List<String> items) {
        List<String> values = new ArrayList<>();
        for (String each : items) {
            values.addAll(AxisValues.of(name, each));
        }
        return new SweepAxis(name, values);
    }
}
