package io.cdpsim.workloads;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An option of a workload. The object itself is the key to its value in {@link OptionValues}, so a workload keeps each in a constant.
 *
 * @param name words joined by hyphens, as after {@code --} on the command line
 * @param label what stands for the value in help, such as {@code N}; empty for a flag
 * @param type what values it takes
 * @param unit what a number of it counts or measures, such as {@code threads} or {@code us}; empty if it has none
 * @param help what it means: a sentence without its full stop, the choices and the default, which help adds
 * @param defaultValue its value where it is not given; empty if the workload then decides by other things
 * @param defaultWords how help describes the default; empty for none
 * @param <T> its values in Java
 */
public record WorkloadOption<T>(
        String name,
        String label,
        OptionValueType<T> type,
        String unit,
        String help,
        Optional<T> defaultValue,
        String defaultWords) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

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

    /** An option without a unit and a default. */
    public static <T> WorkloadOption<T> of(String name, String label, OptionValueType<T> type, String help) {
        return new WorkloadOption<>(name, label, type, "", help, Optional.empty(), "");
    }

    /** A switch that is off unless given. */
    public static WorkloadOption<Boolean> flag(String name, String help) {
        return new WorkloadOption<>(name, "", OptionValueType.flag(), "", help, Optional.of(false), "");
    }

    /** The same, counted or measured in a unit. */
    public WorkloadOption<T> in(String newUnit) {
        return new WorkloadOption<>(name, label, type, newUnit, help, defaultValue, defaultWords);
    }

    /** The same with a default. */
    public WorkloadOption<T> defaultingTo(T value) {
        return defaultingTo(value, type.write(value));
    }

    /** The same with a default that help describes with more than its value. */
    public WorkloadOption<T> defaultingTo(T value, String words) {
        return new WorkloadOption<>(name, label, type, unit, help, Optional.of(value), words);
    }

    /** The same with a default that depends on other things, described in words. */
    public WorkloadOption<T> otherwise(String words) {
        return new WorkloadOption<>(name, label, type, unit, help, Optional.empty(), words);
    }

    /** Whether it is a switch. */
    public boolean isFlag() {
        return type.javaType() == Boolean.class;
    }
}
