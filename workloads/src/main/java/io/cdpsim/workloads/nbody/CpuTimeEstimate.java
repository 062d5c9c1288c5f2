package io.cdpsim.workloads.nbody;

import io.cdpsim.workloads.ResultName;
import java.util.List;

/**
 * The time that a CPU takes for the forces: an analytic estimate, not a simulation. It assumes four interactions at once with SSE, one arithmetic
 * instruction per cycle, and an even division of the bodies over all cores.
 *
 * @param key name in options and JSON
 * @param label name in tables
 * @param hertz clock rate, cycles per second
 * @param cores number of cores
 */
record CpuTimeEstimate(String key, String label, double hertz, int cores) {
    /** The two machines in the table of The CUDA Handbook's blog: Amazon's cg1.4xlarge and cc2.8xlarge, at their processors' base clocks. */
    static final List<CpuTimeEstimate> MACHINES = List.of(
            new CpuTimeEstimate("xeon_x5570", "2 Xeon X5570", 2.93e9, 8),
            new CpuTimeEstimate("xeon_e5_2670", "2 Xeon E5-2670", 2.6e9, 16));

    private static final int LANES = 4;

    /** The operations counted per interaction, 20, except the reciprocal square root. */
    private static final int PLAIN_OPERATIONS = 19;

    /** The reciprocal square root with one Newton-Raphson step: 6 operations in the book's SSE code. */
    private static final int ROOT_OPERATIONS = 6;

    /** The result name of the time of one core. */
    ResultName.Quantity oneCoreResult() {
        return new ResultName.Quantity(key + "_one_core_us", label + ", one core (analytic)", "us");
    }

    /** The result name of the time of all cores. */
    ResultName.Quantity allCoresResult() {
        return new ResultName.Quantity(key + "_all_cores_us", label + ", all cores (analytic)", "us");
    }

    /** The result name of the GPU's speedup over all cores. */
    ResultName.Quantity gpuFactorResult() {
        return new ResultName.Quantity("gpu_over_" + key, "GPU over all its cores (analytic)", "");
    }

    /** Cycles of an interaction on one core: 6.25. */
    static double cyclesPerInteraction() {
        return (double) (PLAIN_OPERATIONS + ROOT_OPERATIONS) / LANES;
    }

    /**
     * The time, microseconds.
     *
     * @param interactions number of interactions
     * @param usedCores cores used, at least 1
     */
    double micros(double interactions, int usedCores) {
        return 1e6 * interactions * cyclesPerInteraction() / hertz / usedCores;
    }
}
