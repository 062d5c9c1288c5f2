package io.cdpsim.experiments.compare;

import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.path.CriticalPath;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A requested run.
 *
 * @param workload the workload
 * @param options its options
 * @param machine the machine
 * @param profile the GPU as the user named it: a built-in profile or a file
 * @param set changed fields of the profile, each {@code path=value}
 */
public record RunSpecification(
        Workload workload, OptionValues options, MachineSettings machine, String profile, List<String> set) {
    /** Keeps a copy. */
    public RunSpecification {
        set = List.copyOf(set);
    }

    /** The input as text. */
    public RunDescription asked() {
        return new RunDescription(
                workload.name(),
                options.effectiveTexts(),
                profile,
                set,
                Map.of(
                        "seed", Long.toString(machine.seed()),
                        "policy", OptionValueType.word(machine.policy()),
                        "strict", Boolean.toString(machine.strict()),
                        "check", Boolean.toString(machine.check())));
    }

    /**
     * Runs it.
     *
     * @param progress receives the progress
     * @param inputs the cache of inputs that other runs share
     * @throws io.cdpsim.workloads.InvalidInputException if it cannot run with this input
     */
    public ComparedRun run(Progress progress, InputCache inputs) {
        CriticalPath path = new CriticalPath();
        List<RunListener> watchers = new ArrayList<>(machine.listeners());
        watchers.add(path);
        RunRequest request = new RunRequest(options, machine.withListeners(watchers), progress, inputs);
        RunResult result = Workloads.run(workload, request);
        TimeAccuracy trust = Workloads.trust(workload, request, result);
        return ComparedRun.of(
                asked(),
                result,
                trust,
                TimeBreakdown.of(path.parts(result.cycles()), machine.profile().clock()),
                DeviceTime.of(result, machine.profile()));
    }
}
