package io.cdpsim.workloads;

import io.cdpsim.runtime.settings.MachineSettings;
import java.util.function.UnaryOperator;

/**
 * What a run is asked for.
 *
 * @param options the values of the workload's options
 * @param machine the machine to run on, with seed and policy, before the workload's options change it
 * @param progress receives how far the run is
 * @param inputs where inputs are kept that other runs may need too
 */
public record RunRequest(OptionValues options, MachineSettings machine, Progress progress, InputCache inputs) {
    /** A run with the defaults of all options, whose progress nobody watches and whose inputs nobody shares. */
    public static RunRequest of(Workload workload, MachineSettings machine) {
        return new RunRequest(OptionValues.of(workload), machine, new Progress(), new InputCache());
    }

    /** The same with an option given. */
    public <T> RunRequest with(WorkloadOption<T> option, T value) {
        return withOptions(options.with(option, value));
    }

    /** The same with these values of the options. */
    public RunRequest withOptions(OptionValues newOptions) {
        return new RunRequest(newOptions, machine, progress, inputs);
    }

    /** The same on another machine. */
    public RunRequest withMachine(MachineSettings newMachine) {
        return new RunRequest(options, newMachine, progress, inputs);
    }

    /** The same, told to somebody. */
    public RunRequest withProgress(Progress newProgress) {
        return new RunRequest(options, machine, newProgress, inputs);
    }

    /** The same with inputs that other runs share. */
    public RunRequest withInputs(InputCache newInputs) {
        return new RunRequest(options, machine, progress, newInputs);
    }

    /** Entries of the pending-launch pool that the run begins with. */
    public long pendingLaunches() {
        return machine.pendingLaunches().orElse(machine.profile().limits().pendingLaunchDefault());
    }

    /**
     * The machine, changed as an option asks.
     *
     * @throws InvalidInputException if no such machine can be
     */
    public MachineSettings machine(UnaryOperator<MachineSettings> change) {
        try {
            return change.apply(machine);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }
}
