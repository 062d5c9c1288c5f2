package io.cdpsim.workloads;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An option of a workload. The object is the key to its value in {@link OptionValues}, so a workload keeps each in a constant.
 *
 * @param name words joined by hyphens, as after {@code --} on the command line; in a family of options ({@link Workload#option}) also with a number
 *     ({@code arg.1}), or a macro ({@code -DSIZE})
 * @param label the placeholder for the value in help, such as {@code N}; empty for a flag
 * @param type the values that it accepts
 * @param unit what a number of it counts or measures, such as {@code threads} or {@code us}; empty if it has none
 * @param help its effect: a sentence without a full stop, choices or default, which help adds
 * @param defaultValue its value if not given; empty if the workload derives one
 * @param defaultWords the description of the default in help; empty for none
 * @param <T> the Java type of its values
 */
public record WorkloadOption<T>(
        String name,
        String label,
        OptionValueType<T> type,
        String unit,
        String help,
        Optional<T> defaultValue,
        String defaultWords) {
    private static final Pattern NAME =
            Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*(\\.[1-9][0-9]*)?|-D[A-Za-z_][A-Za-z0-9_]*");

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public WorkloadOption {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' cannot be an option's name: use words-joined-so");
        }
    }

    /** An option without a unit or a default. */
    public static <T> WorkloadOption<T> of(String name, String label, OptionValueType<T> type, String help) {
        return new WorkloadOption<>(name, label, type, "", help, Optional.empty(), "");
    }

    /** A flag that is off unless given. */
    public static WorkloadOption<Boolean> flag(String name, String help) {
        return new WorkloadOption<>(name, "", OptionValueType.flag(), "", help, Optional.of(false), "");
    }

    /** A copy with a unit. */
    public WorkloadOption<T> in(String newUnit) {
        return new WorkloadOption<>(name, label, type, newUnit, help, defaultValue, defaultWords);
    }

    /** A copy with a default. */
    public WorkloadOption<T> defaultingTo(T value) {
        return defaultingTo(value, type.write(value));
    }

    /** A copy with a default that help describes in words. */
    public WorkloadOption<T> defaultingTo(T value, String words) {
        return new WorkloadOption<>(name, label, type, unit, help, Optional.of(value), words);
    }

    /** A copy whose default depends on other values, described in words. */
    public WorkloadOption<T> otherwise(String words) {
        return new WorkloadOption<>(name, label, type, unit, help, Optional.empty(), words);
    }

    /** Whether it is a flag. */
    public boolean isFlag() {
        return type.javaType() == Boolean.class;
    }
}
