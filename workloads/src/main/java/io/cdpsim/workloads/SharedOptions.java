package io.cdpsim.workloads;

import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaVersion;

/**
 * Options with the same semantics in every workload that declares them, and their effect on the machine.
 */
public final class SharedOptions {
    /** Entries of the pending-launch pool. */
    public static final WorkloadOption<Integer> POOL = WorkloadOption.of(
                    "pool",
                    "N",
                    OptionValueType.wholeNumber(1),
                    "Entries of the pending-launch pool: cudaLimitDevRuntimePendingLaunchCount")
            .in("launches")
            .otherwise("the profile's");

    /** The CUDA version that the program is compiled with. */
    public static final WorkloadOption<CudaVersion> CUDA = WorkloadOption.of(
                    "cuda",
                    "VERSION",
                    OptionValueType.of(CudaVersion.class, "a CUDA version, such as 5 or 6.5", CudaVersion::parse),
                    "CUDA version, such as 5 or 6.5, which decides what a full pool does")
            .otherwise("the usual one of the profile");

    private SharedOptions() {}

    /**
     * The machine that the options specify.
     *
     * @throws IllegalArgumentException if no such machine exists
     */
    static MachineSettings applyTo(MachineSettings machine, OptionValues options) {
        MachineSettings requested = machine;
        if (options.has(CUDA)) {
            requested = options.find(CUDA).map(requested::withCuda).orElse(requested);
        }
        return options.isGiven(POOL) ? requested.withPendingLaunches(options.get(POOL)) : requested;
    }
}
