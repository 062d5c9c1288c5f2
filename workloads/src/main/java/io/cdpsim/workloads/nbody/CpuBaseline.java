package io.cdpsim.workloads.nbody;

import io.cdpsim.workloads.ResultName;
import java.util.List;

/**
 * How long a processor takes for the forces: an analytic estimate, not a simulation. SSE does four interactions at once, with one arithmetic
 * instruction a cycle, and threads on all cores divide the bodies without loss.
 *
 * @param key name for programs
 * @param label name for people
 * @param hertz clock, cycles per second
 * @param cores cores
 */
record CpuBaseline(String key, String label, double hertz, int cores) {
    /** The two machines of the table on the blog of The CUDA Handbook: Amazon's cg1.4xlarge and cc2.8xlarge, with their processors' base clocks. */
    static final List<CpuBaseline> MACHINES = List.of(
            new CpuBaseline("xeon_x5570", "2 Xeon X5570", 2.93e9, 8),
            new CpuBaseline("xeon_e5_2670", "2 Xeon E5-2670", 2.6e9, 16));

    private static final int LANES = 4;

    /** Of the 20 operations that are counted for an interaction, all but the reciprocal root. */
    private static final int PLAIN_OPERATIONS = 19;

    /** The reciprocal root with a step of Newton and Raphson: 6 operations in the book's SSE code. */
    private static final int ROOT_OPERATIONS = 6;

    /** The result that is the time of one core. */
    ResultName.Quantity oneCoreResult() {
        return new ResultName.Quantity(key + "_one_core_us", label + ", one core (analytic)", "us");
    }

    /** The result that is the time of all cores. */
    ResultName.Quantity allCoresResult() {
        return new ResultName.Quantity(key + "_all_cores_us", label + ", all cores (analytic)", "us");
    }

    /** The result that tells how much faster the GPU is than all cores. */
    ResultName.Quantity gpuFactorResult() {
        return new ResultName.Quantity("gpu_over_" + key, "GPU over all its cores (analytic)", "");
    }

    /** Cycles of an interaction on one core: 6.25. */
    static double cyclesPerInteraction() {
        return (double) (PLAIN_OPERATIONS + ROOT_OPERATIONS) / LANES;
    }

    /**
     * Time in microseconds.
     *
     * @param interactions how many
     * @param usedCores cores that work, at least 1
     */
    double micros(double interactions, int usedCores) {
        return 1e6 * interactions * cyclesPerInteraction() / hertz / usedCores;
    }
}
