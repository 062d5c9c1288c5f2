package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Resolves the names in a sweep. */
final class ParameterLookup {
    private final Workload workload;
    private final Collection<String> fields;

    ParameterLookup(Workload workload, Collection<String> fields) {
        this.workload = workload;
        this.fields = fields;
    }

    /**
     * Resolves a name.
     *
     * @throws InvalidInputException if it is unknown; the message names the nearest
     */
    SweepParameter named(String name) {
        Optional<WorkloadOption<?>> own = workload.option(name);
        if (own.isPresent()) {
            return new SweepParameter.OfWorkload(own.get());
        }
        Optional<WorkloadOption<?>> shared = find(MachineOptions.ALL, name);
        if (shared.isPresent()) {
            return new SweepParameter.OfMachine(shared.get());
        }
        if (fields.contains(name)) {
            return new SweepParameter.OfProfile(name);
        }
        throw unknown(name);
    }

    private static Optional<WorkloadOption<?>> find(List<WorkloadOption<?>> options, String name) {
        return options.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private InvalidInputException unknown(String name) {
        List<String> options = Stream.concat(workload.options().stream(), MachineOptions.ALL.stream())
                .map(WorkloadOption::name)
                .toList();
        List<String> known = new ArrayList<>(options);
        // Fields without a section describe the GPU; a short name never refers to them.
        fields.stream().filter(each -> each.contains(".")).forEach(known::add);
        // People remember the last part of a path
        String fix = SimilarName.of(name.replaceFirst("^--", ""), known)
                .or(() -> fields.stream()
                        .filter(each -> each.endsWith("." + name))
                        .findFirst())
                .map(near -> "; did you mean '" + near + "'?")
                .orElse(", expected one of " + String.join(", ", options)
                        + ", or a field of the profile ('profiles show' lists them)");
        return new InvalidInputException("unknown name '" + name + "' in a sweep of " + workload.name() + fix);
    }
}
