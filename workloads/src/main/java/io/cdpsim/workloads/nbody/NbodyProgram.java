package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.nbody.NbodyResults.WholeStepTimes;
import java.util.List;

/**
 * Steps of an N-body simulation on one GPU or several.
 *
 * <p>The time of a step is that between events around the kernel, on the slowest GPU. A run of whole steps also reports the time of a step with its
 * copies, and its speedup over one GPU.
 */
public final class NbodyProgram {
    /** The name of the workload. */
    static final String NAME = "nbody";

    private final NbodySettings settings;
    private final BodyPartition shares;
    private final Kernel kernel;

    /**
     * Prepares a run.
     *
     * @param settings what to run
     * @throws InvalidInputException if the variant cannot run with these sizes
     */
    public NbodyProgram(NbodySettings settings) {
        if (settings.bodies() > InitialBodies.MOST) {
            throw new InvalidInputException("--bodies " + settings.bodies()
                    + " is more than an array holds: give at most " + InitialBodies.MOST);
        }
        this.settings = settings;
        shares = new BodyPartition(settings);
        kernel = NbodyKernels.kernel(settings);
    }

    /**
     * Runs whole steps: each GPU receives its copies and its kernel at once. With several GPUs one step on one GPU follows, on another machine, for
     * comparison.
     *
     * @param machineSettings the machine; the number of GPUs is taken from this workload's settings
     * @param progress counts steps
     */
    public RunResult run(MachineSettings machineSettings, Progress progress) {
        return run(machineSettings, progress, settings.gpus() > 1);
    }

    /** The same without the comparison. */
    public RunResult runSteps(MachineSettings machineSettings, Progress progress) {
        return run(machineSettings, progress, false);
    }

    private RunResult run(MachineSettings machineSettings, Progress progress, boolean compares) {
        CopyTimes copies = new CopyTimes(settings.gpus());
        Machine machine = new Machine(machineSettings.withDevices(settings.gpus()), copies);
        long startedAt = System.nanoTime();
        NbodySteps steps = new NbodySteps(settings, shares, kernel, false, machine, new InputCache());
        String failure = all(steps, progress);
        WholeStepTimes times = new WholeStepTimes(
                steps.wholeMicros(),
                machineSettings.profile().clock().microsFromCycles(copies.toDevice()),
                machineSettings.profile().clock().microsFromCycles(copies.toHost()),
                steps.callMicros(),
                failure.isEmpty() && compares ? oneGpuMicros(machineSettings) : 0);
        return result(machine, steps, failure, startedAt, times.measures(steps.done()));
    }

    /** The same without overlap of copies and kernels: the host waits before and after each, and whole steps are not reported. */
    public RunResult runKernelsAlone(MachineSettings machineSettings, Progress progress) {
        return runKernelsAlone(machineSettings, progress, new InputCache());
    }

    /**
     * The same with a reference that other runs may share.
     *
     * @param inputs the cache of the reference forces of the first step
     */
    public RunResult runKernelsAlone(MachineSettings machineSettings, Progress progress, InputCache inputs) {
        return runKernelsAlone(new Machine(machineSettings.withDevices(settings.gpus())), progress, inputs);
    }

    /**
     * The same on a machine with at least as many devices as this workload's settings specify.
     *
     * @param machine a machine on which nothing has run yet
     * @param progress counts steps
     */
    public RunResult runKernelsAlone(Machine machine, Progress progress) {
        return runKernelsAlone(machine, progress, new InputCache());
    }

    private RunResult runKernelsAlone(Machine machine, Progress progress, InputCache inputs) {
        long startedAt = System.nanoTime();
        NbodySteps steps = new NbodySteps(settings, shares, kernel, true, machine, inputs);
        String failure = all(steps, progress);
        return result(machine, steps, failure, startedAt, List.of());
    }

    private String all(NbodySteps steps, Progress progress) {
        progress.start("steps", settings.steps());
        String failure = "";
        for (int step = 0; step < settings.steps() && failure.isEmpty(); step++) {
            failure = steps.run(step);
            progress.done(step + 1L);
        }
        return failure;
    }

    /** The time of the first step on one GPU, with one host thread. */
    private double oneGpuMicros(MachineSettings machineSettings) {
        NbodyProgram one = new NbodyProgram(settings.onOneGpu());
        Machine machine =
                new Machine(machineSettings.withDevices(1).withCheck(false).withListeners(List.of()));
        NbodySteps steps = new NbodySteps(one.settings, one.shares, one.kernel, false, machine, new InputCache());
        steps.run(0);
        return steps.wholeMicros();
    }

    private RunResult result(
            Machine machine, NbodySteps steps, String failure, long startedAt, List<ResultValue> wholeSteps) {
        double wallMillis = (System.nanoTime() - startedAt) / 1e6;
        List<ResultValue> measures = NbodyResults.of(
                settings, steps.done(), steps.kernelMicros(), wholeSteps, steps.checked(), steps.error());
        return RunResult.of(NAME, machine, steps.kernelMicros(), failure, wallMillis, measures);
    }
}
