package io.cdpsim.workloads.nbody;

import io.cdpsim.workloads.ResultValue;
import java.util.ArrayList;
import java.util.List;

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
