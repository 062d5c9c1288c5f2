package io.cdpsim.cli.sweep;

import io.cdpsim.experiments.sweep.plan.MachineOptions;
import io.cdpsim.experiments.sweep.plan.SweepAxis;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command of a sweep, without its outputs and shards: the same for a sweep in a file and for one in options. */
final class SweepCommandLine {
    private SweepCommandLine() {}

    static String of(SweepSpecification question, Workloads workloads) {
        Workload workload = workloads.named(question.workload());
        List<String> words = new ArrayList<>();
        for (SweepAxis each : question.axes()) {
            words.add("--vary");
            words.add(each.name() + "=" + String.join(",", each.values()));
        }
        if (question.repeat() > 1) {
            words.addAll(List.of("--repeat", Integer.toString(question.repeat())));
        }
        question.sample().ifPresent(each -> words.addAll(List.of("--sample", Integer.toString(each))));
        question.metrics().forEach((name, regex) -> words.addAll(List.of("--metric", name + "=" + regex)));
        question.where().ifPresent(each -> words.addAll(List.of("--where", each)));
        String options = words.isEmpty() ? "" : " " + SlurmJobArray.line(words);
        return ProgramOperands.runCommand(
                        workload,
                        question.fixed(),
                        "cdpsim sweep" + options,
                        (name, value) -> argument(workload, name, value))
                .orElseGet(() -> "cdpsim sweep " + workload.name()
                        + question.fixed().entrySet().stream()
                                .map(each -> argument(workload, each.getKey(), each.getValue()))
                                .collect(Collectors.joining())
                        + options);
    }

    private static String argument(Workload workload, String name, String value) {
        Optional<WorkloadOption<?>> option = Stream.concat(workload.options().stream(), MachineOptions.ALL.stream())
                .filter(each -> each.name().equals(name))
                .findFirst();
        if (option.isEmpty()) {
            return " --set " + SlurmJobArray.line(List.of(name + "=" + value));
        }
        return option.get().isFlag()
                ? value.equals("true") ? " --" + name : ""
                : " --" + name + " " + SlurmJobArray.line(List.of(value));
    }
}
