package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.ProfileFieldNames;
import io.cdpsim.experiments.sweep.plan.MachineOptions;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.Workloads;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;

/** What a sweep can vary, each name followed by an equals sign, for shell completion. */
public final class SweepParameterNames implements CompletionCandidates {
    @Override
    public Iterator<String> iterator() {
        TreeSet<String> names = new TreeSet<>();
        Workloads.installed().all().forEach(each -> addAll(names, each.options()));
        addAll(names, MachineOptions.ALL);
        new ProfileFieldNames().forEach(names::add);
        return names.iterator();
    }

    private static void addAll(Set<String> names, Iterable<WorkloadOption<?>> options) {
        options.forEach(each -> names.add(each.name() + "="));
    }

    @Override
    public boolean orFiles() {
        return false;
    }
}
