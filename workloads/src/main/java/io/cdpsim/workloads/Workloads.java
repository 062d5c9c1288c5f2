package io.cdpsim.workloads;

import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.spelling.SimilarName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;

/** The available workloads, by name. */
public final class Workloads {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*(:[a-z0-9]+(-[a-z0-9]+)*)?");

    private final Map<String, Workload> byName = new LinkedHashMap<>();

    private Workloads(List<Workload> workloads) {
        for (Workload each : workloads) {
            check(each);
            if (byName.putIfAbsent(each.name(), each) != null) {
                throw new InvalidInputException("two workloads are called '" + each.name() + "': "
                        + byName.get(each.name()).getClass().getName() + " and "
                        + each.getClass().getName() + "; rename one");
            }
        }
    }

    /**
     * A set of exactly these workloads.
     *
     * @throws InvalidInputException if two have the same name, or the name of one, of an option or of a result is invalid
     */
    public static Workloads of(List<Workload> workloads) {
        return new Workloads(workloads);
    }

    /**
     * The workloads of CDPSim and of other JARs on the class path.
     *
     * @throws InvalidInputException as {@link #installed(ClassLoader)}
     */
    public static Workloads installed() {
        return installed(Workloads.class.getClassLoader());
    }

    /**
     * The workloads of every {@link WorkloadProvider} that a class loader finds.
     *
     * @param loader the class loader; its parents can load CDPSim's classes
     * @throws InvalidInputException as {@link #of}, or if a provider cannot be instantiated
     */
    public static Workloads installed(ClassLoader loader) {
        List<WorkloadProvider> providers = new ArrayList<>();
        List<Workload> found = new ArrayList<>();
        try {
            ServiceLoader.load(WorkloadProvider.class, loader).forEach(providers::add);
            providers.sort(Comparator.comparingInt(WorkloadProvider::position));
            providers.forEach(each -> found.addAll(each.workloads()));
        } catch (ServiceConfigurationError e) {
            throw new InvalidInputException("the workloads of a JAR cannot be loaded: " + e.getMessage()
                    + "; make the provider public and give it a public constructor without parameters");
        }
        return new Workloads(found);
    }

    /** All of them, in the order in which help lists them. */
    public List<Workload> all() {
        return List.copyOf(byName.values());
    }

    /**
     * The workload with a name.
     *
     * @throws InvalidInputException if there is none
     */
    public Workload named(String name) {
        return Optional.ofNullable(byName.get(name))
                .orElseThrow(() -> new InvalidInputException("unknown workload '" + name + "'"
                        + SimilarName.of(name, byName.keySet())
                                .map(near -> "; did you mean '" + near + "'?")
                                .orElse(", expected one of " + String.join(", ", byName.keySet()))));
    }

    /**
     * Runs a workload on the machine that {@link SharedOptions} specify, and checks its reported results against the declared ones.
     *
     * @throws InvalidInputException if it cannot run with this request, or reports an undeclared result
     */
    public static RunResult run(Workload workload, RunRequest request) {
        MachineSettings machine = request.machine(each -> SharedOptions.applyTo(each, request.options()));
        RunResult result = workload.run(request.withMachine(machine));
        for (ResultValue each : result.measures()) {
            if (!workload.results().contains(each.result())) {
                throw new InvalidInputException("workload " + workload.name() + " reports " + each.result()
                        + ", which is not among its results; add it to what results() gives");
            }
        }
        return result;
    }

    /**
     * How accurate the time of a run is: the errors measured on hardware in runs like it.
     *
     * @throws InvalidInputException if it cannot run with this request
     */
    public static TimeAccuracy trust(Workload workload, RunRequest request) {
        MachineSettings machine = request.machine(each -> SharedOptions.applyTo(each, request.options()));
        if (!machine.timed()) {
            return TimeAccuracy.untimed(machine.profile().name());
        }
        return RegimeErrors.shipped().trust(machine.profile(), workload.regime(request.withMachine(machine)));
    }

    /**
     * How accurate the time of a completed run is: as {@link #trust(Workload, RunRequest)}, and whether its pool of pending launches was full where no
     * measured run's was.
     *
     * @throws InvalidInputException if it cannot run with this request
     */
    public static TimeAccuracy trust(Workload workload, RunRequest request, RunResult result) {
        return trust(
                workload, request, result.grids().virtualizedLaunches() > 0 || FailedLaunchWarnings.isPoolFull(result));
    }

    /**
     * As {@link #trust(Workload, RunRequest, RunResult)}, where only the rows of a result are left.
     *
     * @param wasPoolFull whether a launch found the pool of pending launches full
     */
    public static TimeAccuracy trust(Workload workload, RunRequest request, boolean wasPoolFull) {
        TimeAccuracy accuracy = trust(workload, request);
        if (accuracy.regime().isEmpty() || !wasPoolFull) {
            return accuracy;
        }
        MachineSettings machine = request.machine(each -> SharedOptions.applyTo(each, request.options()));
        Optional<RegimeMatch> like = workload.regime(request.withMachine(machine));
        return RegimeErrors.shipped()
                .trust(machine.profile(), like.map(each -> each.unless(each.overflows(), "launches into a full pool")));
    }

    private static void check(Workload workload) {
        String name = workload.name();
        if (!NAME.matcher(name).matches()) {
            throw new InvalidInputException(
                    "'" + name + "' cannot be a workload's name: use words-joined-so, as in bfs or example:tail-pair");
        }
        Set<String> options = new HashSet<>();
        for (WorkloadOption<?> each : workload.options()) {
            if (!options.add(each.name())) {
                throw new InvalidInputException(
                        "workload " + name + " has two options '" + each.name() + "'; rename one");
            }
        }
        Set<String> results = new HashSet<>();
        CommonResults.ALL.forEach(each -> results.add(each.name()));
        for (ResultName each : workload.results()) {
            if (!results.add(each.name())) {
                throw new InvalidInputException("workload " + name + " declares a result '" + each.name()
                        + "', but that name is taken; rename it");
            }
        }
    }
}
