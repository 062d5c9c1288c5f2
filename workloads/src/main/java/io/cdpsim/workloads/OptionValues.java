package io.cdpsim.workloads;

import io.cdpsim.spelling.SimilarName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The values of a workload's options for one run: the given ones, and the defaults of the others. Immutable. */
public final class OptionValues {
    private final Workload workload;
    private final List<WorkloadOption<?>> options;
    private final Map<String, Object> given;

    private OptionValues(Workload workload, List<WorkloadOption<?>> options, Map<String, Object> given) {
        this.workload = workload;
        this.options = options;
        this.given = given;
    }

    /** The defaults of all options. */
    public static OptionValues of(Workload workload) {
        return new OptionValues(workload, List.copyOf(workload.options()), Map.of());
    }

    /**
     * A copy with an option given as text.
     *
     * @param name the option's name, without hyphens before it
     * @param text its value
     * @throws InvalidInputException if the workload has no such option, or the option does not accept the value
     */
    public OptionValues with(String name, String text) {
        WorkloadOption<?> option = workload.option(name).orElseThrow(() -> unknown(name));
        Map<String, Object> more = new LinkedHashMap<>(given);
        try {
            more.put(name, option.type().read(text));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(workload.name() + ": option '" + name + "': " + e.getMessage());
        }
        return new OptionValues(workload, options, more);
    }

    /**
     * A copy with an option given.
     *
     * @throws InvalidInputException if the workload does not have the option, or the value is out of its range
     */
    public <T> OptionValues with(WorkloadOption<T> option, T value) {
        return with(option.name(), option.type().write(value));
    }

    private InvalidInputException unknown(String name) {
        List<String> names = options.stream().map(WorkloadOption::name).toList();
        String fix = names.isEmpty() ? ", which has none" : ", expected one of " + String.join(", ", names);
        return new InvalidInputException("unknown option '" + name + "' of " + workload.name()
                + SimilarName.of(name, names)
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse(fix));
    }

    /** Whether the workload has this option. */
    public boolean has(WorkloadOption<?> option) {
        return options.contains(option)
                || workload.option(option.name()).filter(option::equals).isPresent();
    }

    /** Whether an option was given, even with its default value. */
    public boolean isGiven(WorkloadOption<?> option) {
        return given.containsKey(option.name());
    }

    /** The value of an option, given or default; empty if there is neither. */
    public <T> Optional<T> find(WorkloadOption<T> option) {
        if (!has(option)) {
            throw new IllegalArgumentException(
                    workload.name() + " has no option '" + option.name() + "' like this one");
        }
        Object value = given.get(option.name());
        return value == null
                ? option.defaultValue()
                : Optional.of(option.type().javaType().cast(value));
    }

    /**
     * The value of an option that has a default or was given.
     *
     * @throws IllegalArgumentException if there is neither
     */
    public <T> T get(WorkloadOption<T> option) {
        return find(option)
                .orElseThrow(() -> new IllegalArgumentException(
                        "option '" + option.name() + "' of " + workload.name() + " has no value; ask with find"));
    }

    /** The value of an optional whole number, as settings hold it. */
    public OptionalInt findInt(WorkloadOption<Integer> option) {
        return find(option).map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    /** The text of each given option by name: first in the order in which the workload lists them, then those that it does not list. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        options.stream().filter(this::isGiven).forEach(each -> texts.put(each.name(), text(each)));
        given.keySet().stream()
                .filter(each -> !texts.containsKey(each))
                .flatMap(each -> workload.option(each).stream())
                .forEach(each -> texts.put(each.name(), text(each)));
        return texts;
    }

    /** The text of each option that has a value, given or default, by name, in the order of {@link #texts}. */
    public Map<String, String> effectiveTexts() {
        Map<String, String> texts = new LinkedHashMap<>();
        options.stream().filter(each -> find(each).isPresent()).forEach(each -> texts.put(each.name(), text(each)));
        texts().forEach(texts::putIfAbsent);
        return texts;
    }

    private <T> String text(WorkloadOption<T> option) {
        return option.type().write(get(option));
    }
}
