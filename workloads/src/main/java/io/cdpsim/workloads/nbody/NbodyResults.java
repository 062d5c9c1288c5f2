package io.cdpsim.workloads.nbody;

import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import java.util.ArrayList;
import java.util.List;

/** Result names of an N-body run, in addition to {@link io.cdpsim.workloads.CommonResults}. */
public final class NbodyResults {
    /** How the kernel read the bodies. */
    public static final ResultName.Text VARIANT = new ResultName.Text("variant", "variant");

    /** Number of bodies. */
    public static final ResultName.Count BODIES = new ResultName.Count("bodies", "bodies");

    /** Threads of a block. */
    public static final ResultName.Count BLOCK = new ResultName.Count("block", "threads of a block");

    /** GPUs that share the bodies. */
    public static final ResultName.Count GPUS = new ResultName.Count("gpus", "GPUs");

    /** Number of steps. */
    public static final ResultName.Count STEPS = new ResultName.Count("steps", "steps");

    /** Number of computed pairs of bodies. */
    public static final ResultName.Count INTERACTIONS = new ResultName.Count("interactions", "interactions");

    /** Pairs per nanosecond. */
    public static final ResultName.Quantity RATE =
            new ResultName.Quantity("interactions_per_ns", "interaction rate", "G/s");

    /** The same rate at 20 operations per pair. */
    public static final ResultName.Quantity FLOPS = new ResultName.Quantity("gflops", "at 20 flops each", "GFLOP/s");

    /** Mean time of a step's force kernel. */
    public static final ResultName.Quantity FORCE_STEP = new ResultName.Quantity("force_step_us", "force step", "us");

    /** 1 where sums in double precision checked the forces. */
    public static final ResultName.Count FORCES_CHECKED = new ResultName.Count("forces_checked", "forces checked");

    /** The largest error of the forces of a step, relative to their magnitude. */
    public static final ResultName.Quantity RELATIVE_ERROR =
            new ResultName.Quantity("relative_error", "relative error of the forces", "");

    /** Mean time of a step with its copies, from the first call of the host to the end of its last wait. */
    public static final ResultName.Quantity WHOLE_STEP = new ResultName.Quantity("whole_step_us", "whole step", "us");

    /** Mean time of a step's copy to the slowest GPU. */
    public static final ResultName.Quantity COPY_TO_DEVICE =
            new ResultName.Quantity("copy_to_device_us", "copy to the GPU", "us");

    /** Mean time of a step's copy from the slowest GPU. */
    public static final ResultName.Quantity COPY_TO_HOST =
            new ResultName.Quantity("copy_to_host_us", "copy to the host", "us");

    /** Mean time from the start of a step until the host has issued all its work. */
    public static final ResultName.Quantity HOST_CALLS =
            new ResultName.Quantity("host_calls_us", "calls of the host", "us");

    /** Time of a whole step on one GPU, with one host thread. */
    public static final ResultName.Quantity ONE_GPU_STEP =
            new ResultName.Quantity("one_gpu_step_us", "whole step on one GPU", "us");

    /** Speedup of a whole step over one GPU. */
    public static final ResultName.Quantity SPEEDUP = new ResultName.Quantity("speedup", "speed-up", "");

    private static final double FLOPS_PER_INTERACTION = 20;

    private NbodyResults() {}

    /** All result names, including those of the processors of {@code --cpu}. */
    static List<ResultName> all() {
        List<ResultName> all =
                new ArrayList<>(List.of(VARIANT, BODIES, BLOCK, GPUS, STEPS, INTERACTIONS, RATE, FLOPS, FORCE_STEP));
        all.addAll(List.of(WHOLE_STEP, COPY_TO_DEVICE, COPY_TO_HOST, HOST_CALLS, ONE_GPU_STEP, SPEEDUP));
        CpuTimeEstimate.MACHINES.forEach(machine ->
                all.addAll(List.of(machine.oneCoreResult(), machine.allCoresResult(), machine.gpuFactorResult())));
        all.addAll(List.of(FORCES_CHECKED, RELATIVE_ERROR));
        return List.copyOf(all);
    }

    /**
     * The results of a run.
     *
     * @param settings the run
     * @param steps number of steps
     * @param micros time of all their force kernels
     * @param wholeSteps the times of whole steps, if requested
     * @param checked whether the forces were checked
     * @param error the largest relative error
     */
    static List<ResultValue> of(
            NbodySettings settings,
            int steps,
            double micros,
            List<ResultValue> wholeSteps,
            boolean checked,
            double error) {
        long bodies = settings.bodies();
        long pairs = settings.variant() == NbodyVariant.ATOMIC ? bodies * (bodies - 1) / 2 : bodies * bodies;
        long interactions = pairs * steps;
        double perNano = micros == 0 ? 0 : interactions / (1000 * micros);
        List<ResultValue> measures = new ArrayList<>();
        measures.add(VARIANT.of(OptionValueType.word(settings.variant())));
        measures.add(BODIES.of(bodies));
        measures.add(BLOCK.of(settings.blockThreads()));
        measures.add(GPUS.of(settings.gpus()));
        measures.add(STEPS.of(steps));
        measures.add(INTERACTIONS.of(interactions));
        measures.add(RATE.of(perNano));
        measures.add(FLOPS.of(perNano * FLOPS_PER_INTERACTION));
        measures.add(FORCE_STEP.of(steps == 0 ? 0 : micros / steps));
        measures.addAll(wholeSteps);
        if (settings.cpuBaseline()) {
            addProcessors(measures, (double) bodies * bodies * steps, micros);
        }
        measures.add(FORCES_CHECKED.of(checked ? 1 : 0));
        measures.add(RELATIVE_ERROR.of(error));
        return measures;
    }

    /** The time of the processors for all pairs, each computed twice as their code does. */
    private static void addProcessors(List<ResultValue> measures, double interactions, double gpuMicros) {
        for (CpuTimeEstimate machine : CpuTimeEstimate.MACHINES) {
            double all = machine.micros(interactions, machine.cores());
            measures.add(machine.oneCoreResult().of(machine.micros(interactions, 1)));
            measures.add(machine.allCoresResult().of(all));
            measures.add(machine.gpuFactorResult().of(all / gpuMicros));
        }
    }

    /**
     * The times of whole steps, microseconds, each the sum over all of them.
     *
     * @param wholeMicros from the first call of each to the end of its last wait
     * @param toDeviceMicros copies to the slowest GPU
     * @param toHostMicros copies from the slowest GPU
     * @param callMicros from the first call of each until the host has issued all its work
     * @param oneGpuMicros one step on one GPU; 0 without a comparison
     */
    record WholeStepTimes(
            double wholeMicros, double toDeviceMicros, double toHostMicros, double callMicros, double oneGpuMicros) {
        /** Means per step; those of the comparison with one GPU only if there was one. */
        List<ResultValue> measures(int steps) {
            double count = Math.max(1, steps);
            List<ResultValue> measures = new ArrayList<>();
            measures.add(NbodyResults.WHOLE_STEP.of(wholeMicros / count));
            measures.add(NbodyResults.COPY_TO_DEVICE.of(toDeviceMicros / count));
            measures.add(NbodyResults.COPY_TO_HOST.of(toHostMicros / count));
            measures.add(NbodyResults.HOST_CALLS.of(callMicros / count));
            if (oneGpuMicros > 0 && wholeMicros > 0) {
                measures.add(NbodyResults.ONE_GPU_STEP.of(oneGpuMicros));
                measures.add(NbodyResults.SPEEDUP.of(oneGpuMicros / (wholeMicros / count)));
            }
            return measures;
        }
    }
}
