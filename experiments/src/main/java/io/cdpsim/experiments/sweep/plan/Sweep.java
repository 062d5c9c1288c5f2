package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.experiments.sweep.condition.SweepCondition;
import io.cdpsim.experiments.sweep.row.SweepColumns;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An executable sweep: points with stable numbers, and resolved names. Every value was checked alone; a conflict between values fails in its point.
 * Immutable.
 */
public final class Sweep {
    private final SweepSpecification question;
    private final Workload workload;
    private final Map<String, SweepParameter> settings;
    private final SweepProfiles profiles;
    private final SweepIdentity identity;
    private final String filesHash;
    private final List<SweepPoint> points;
    private final List<String> columns;

    private Sweep(
            SweepSpecification question,
            Workload workload,
            Map<String, SweepParameter> settings,
            SweepProfiles profiles,
            Map<String, String> inputs,
            String filesHash) {
        this.filesHash = filesHash;
        this.question = question;
        this.workload = workload;
        this.settings = settings;
        this.profiles = profiles;
        this.identity = IdentityReader.of(question, workload, inputs);
        this.points = points(question);
        this.columns = SweepColumns.of(
                workload,
                question.axes().stream().map(SweepAxis::name).toList(),
                question.metrics().keySet());
    }

    /**
     * Resolves a specification.
     *
     * @param workloads the available workloads
     * @throws InvalidInputException if a name is unknown, a value is invalid in every combination, or there are too many points
     * @throws ProfileException if a profile or the value of a field is invalid in every combination
     */
    public static Sweep of(SweepSpecification question, Workloads workloads) {
        Workload workload = workloads.named(question.workload());
        SweepProfiles profiles = new SweepProfiles(
                values(question, MachineOptions.PROFILE.name()).isEmpty()
                        ? MachineOptions.PROFILE.defaultValue().stream().toList()
                        : values(question, MachineOptions.PROFILE.name()));
        ParameterLookup names = new ParameterLookup(workload, profiles.fields());
        Map<String, SweepParameter> settings = new LinkedHashMap<>();
        question.fixed().keySet().forEach(each -> settings.put(each, names.named(each)));
        question.axes().forEach(each -> settings.put(each.name(), names.named(each.name())));
        for (SweepAxis each : question.axes()) {
            if (SweepColumns.RESERVED.contains(each.name())) {
                throw new InvalidInputException("'" + each.name() + "' cannot vary: rows have a column of that name");
            }
        }
        checkMetrics(question, workload);
        new ValueCheck(question, settings, profiles).check();
        SortedSet<Path> files = files(question, workload, settings);
        return new Sweep(
                question,
                workload,
                settings,
                profiles,
                IdentityReader.inputs(profiles, files),
                IdentityReader.filesHash(files));
    }

    private static void checkMetrics(SweepSpecification question, Workload workload) {
        List<String> others = SweepColumns.of(
                workload, question.axes().stream().map(SweepAxis::name).toList());
        for (String each : question.metrics().keySet()) {
            if (others.contains(each)) {
                throw new InvalidInputException("metric " + each + ": rows have a column of that name; choose another");
            }
            if (workload.results().stream().noneMatch(result -> result.name().equals(SweepColumns.OUTPUT))) {
                throw new InvalidInputException("metric " + each + ": " + workload.name()
                        + " prints nothing; metrics read the output of programs: cuda, exec and ptx");
            }
        }
    }

    /** All values of a name, fixed or varied. */
    private static List<String> values(SweepSpecification question, String name) {
        return Stream.concat(
                        Optional.ofNullable(question.fixed().get(name)).stream(),
                        question.axes().stream()
                                .filter(each -> each.name().equals(name))
                                .flatMap(each -> each.values().stream()))
                .toList();
    }

    /** The files that values of options name, directly or through other files. */
    private static SortedSet<Path> files(
            SweepSpecification question, Workload workload, Map<String, SweepParameter> settings) {
        TreeSet<Path> files = new TreeSet<>();
        OptionValues fixed = OptionValues.of(workload);
        for (Map.Entry<String, String> each : question.fixed().entrySet()) {
            if (settings.get(each.getKey()) instanceof SweepParameter.OfWorkload) {
                fixed = fixed.with(each.getKey(), each.getValue());
            }
        }
        files.addAll(workload.furtherFiles(fixed));
        settings.forEach((name, setting) -> {
            if (setting instanceof SweepParameter.OfWorkload own) {
                values(question, name).forEach(each -> files.addAll(own.files(each)));
            }
        });
        return files;
    }

    /** Whether a combination belongs to the sweep; empty if all do. */
    private static Optional<Predicate<Map<String, String>>> condition(SweepSpecification question) {
        return question.where().map(text -> {
            Set<String> names = new LinkedHashSet<>();
            question.axes().forEach(each -> names.add(each.name()));
            names.addAll(question.fixed().keySet());
            SweepCondition condition = SweepCondition.parse(text, names);
            return varied -> {
                Map<String, String> values = new LinkedHashMap<>(question.fixed());
                values.putAll(varied);
                return condition.holds(values);
            };
        });
    }

    private static List<SweepPoint> points(SweepSpecification question) {
        String seed = MachineOptions.SEED.name();
        long base = Long.parseLong(question.fixed().getOrDefault(seed, "1"));
        CombinationGrid grid = new CombinationGrid(question.axes());
        List<SweepPoint> points = new ArrayList<>();
        grid.indices(question.sample(), question.repeat(), base, condition(question))
                .forEach(index -> {
                    Map<String, String> varied = grid.at(index);
                    long first = varied.containsKey(seed) ? Long.parseLong(varied.get(seed)) : base;
                    for (int i = 0; i < question.repeat(); i++) {
                        points.add(new SweepPoint(points.size() + 1, varied, first + i));
                    }
                });
        return List.copyOf(points);
    }

    /** The specification. */
    public SweepSpecification question() {
        return question;
    }

    /** The workload. */
    public Workload workload() {
        return workload;
    }

    /** The inputs that determine its rows. */
    public SweepIdentity identity() {
        return identity;
    }

    /** A hash of the contents of all files that its points read. */
    public String filesHash() {
        return filesHash;
    }

    /** Its points; number {@code n} is at index {@code n - 1}. */
    public List<SweepPoint> points() {
        return points;
    }

    /** The columns of its rows. */
    public List<String> columns() {
        return columns;
    }

    /** The meaning of a name in the specification. */
    SweepParameter setting(String name) {
        return Objects.requireNonNull(settings.get(name), name);
    }

    /** A field of the profile and its value, with unit, in the form of {@code --set}. */
    public String override(String field, String value) {
        return profiles.override(field, value);
    }

    SweepProfiles profiles() {
        return profiles;
    }

    /**
     * A run of a sweep.
     *
     * @param number its number in the sweep, from 1, a function of the specification
     * @param varied the value of each axis as text, in the order of the axes
     * @param seed its seed
     */
    public record SweepPoint(int number, Map<String, String> varied, long seed) {
        /** Keeps a copy. */
        public SweepPoint {
            varied = Collections.unmodifiableMap(new LinkedHashMap<>(varied));
        }
    }
}
