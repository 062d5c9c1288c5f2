package io.cdpsim.workloads;

import io.cdpsim.runtime.settings.MachineSettings;
import java.util.function.UnaryOperator;

/**
 * The input of a run.
 *
 * @param options the values of the workload's options
 * @param machine the machine, with seed and policy, before the workload's options change it
 * @param progress receives the progress of the run
 * @param inputs the cache of inputs that other runs may share
 */
public record RunRequest(OptionValues options, MachineSettings machine, Progress progress, InputCache inputs) {
    /** A run with all defaults, unobserved progress and an input cache of its own. */
    public static RunRequest of(Workload workload, MachineSettings machine) {
        return new RunRequest(OptionValues.of(workload), machine, new Progress(), new InputCache());
    }

    /** A copy with an option given. */
    public <T> RunRequest with(WorkloadOption<T> option, T value) {
        return withOptions(options.with(option, value));
    }

    /** A copy with these option values. */
    public RunRequest withOptions(OptionValues newOptions) {
        return new RunRequest(newOptions, machine, progress, inputs);
    }

    /** A copy with another machine. */
    public RunRequest withMachine(MachineSettings newMachine) {
        return new RunRequest(options, newMachine, progress, inputs);
    }

    /** A copy with another progress receiver. */
    public RunRequest withProgress(Progress newProgress) {
        return new RunRequest(options, machine, newProgress, inputs);
    }

    /** A copy with an input cache that other runs share. */
    public RunRequest withInputs(InputCache newInputs) {
        return new RunRequest(options, machine, progress, newInputs);
    }

    /** Entries of the pending-launch pool at the start of the run. */
    public long pendingLaunches() {
        return machine.pendingLaunches().orElse(machine.profile().limits().pendingLaunchDefault());
    }

    /**
     * The machine, changed as an option specifies.
     *
     * @throws InvalidInputException if no such machine exists
     */
    public MachineSettings machine(UnaryOperator<MachineSettings> change) {
        try {
            return change.apply(machine);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }
}
