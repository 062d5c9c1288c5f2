package io.cdpsim.workloads.nbody;

import io.cdpsim.workloads.Measure;
import io.cdpsim.workloads.ResultName;
import java.util.ArrayList;
import java.util.List;

/**
 * What whole steps took, microseconds for all of them together.
 *
 * @param wholeMicros from the first call of each to the end of its last wait
 * @param toDeviceMicros copies to the GPU where they took longest
 * @param toHostMicros copies back from the GPU where they took longest
 * @param callMicros from the first call of each until the host has asked for all its work
 * @param oneGpuMicros one step on one GPU; 0 where there was none to compare with
 */
record NbodyTimes(
        double wholeMicros, double toDeviceMicros, double toHostMicros, double callMicros, double oneGpuMicros) {
    static final ResultName.Quantity WHOLE_STEP = new ResultName.Quantity("whole_step_us", "whole step", "us");
    static final ResultName.Quantity TO_DEVICE =
            new ResultName.Quantity("copy_to_device_us", "copy to the GPU, slowest", "us");
    static final ResultName.Quantity TO_HOST =
            new ResultName.Quantity("copy_to_host_us", "copy to the host, slowest", "us");
    static final ResultName.Quantity CALLS = new ResultName.Quantity("host_calls_us", "calls of the host", "us");
    static final ResultName.Quantity ONE_GPU =
            new ResultName.Quantity("one_gpu_step_us", "whole step on one GPU", "us");
    static final ResultName.Quantity SPEEDUP = new ResultName.Quantity("speedup", "faster than one GPU", "x");

    /** All of them. */
    static List<ResultName> all() {
        return List.of(WHOLE_STEP, TO_DEVICE, TO_HOST, CALLS, ONE_GPU, SPEEDUP);
    }

    /** Means over a number of steps; those in comparison with one GPU where there is something to compare. */
    List<Measure> measures(int steps) {
        double count = Math.max(1, steps);
        List<Measure> measures = new ArrayList<>();
        measures.add(WHOLE_STEP.of(wholeMicros / count));
        measures.add(TO_DEVICE.of(toDeviceMicros / count));
        measures.add(TO_HOST.of(toHostMicros / count));
        measures.add(CALLS.of(callMicros / count));
        if (oneGpuMicros > 0 && wholeMicros > 0) {
            measures.add(ONE_GPU.of(oneGpuMicros));
            measures.add(SPEEDUP.of(oneGpuMicros / (wholeMicros / count)));
        }
        return measures;
    }
}
