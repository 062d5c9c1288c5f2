package io.cdpsim.semantics.check.run;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.InvalidInputException;
import java.util.Locale;
import java.util.Optional;

/**
 * The conditions of one run.
 *
 * @param gpu the GPU
 * @param cuda the CUDA version; empty for the default of the GPU
 * @param policy the launch policy
 * @param seed the seed of all random choices
 */
public record RunConditions(GpuProfile gpu, Optional<CudaVersion> cuda, LaunchPolicy policy, long seed) {
    /**
     * The settings of the machine, with the visibility checker on.
     *
     * @throws InvalidInputException if the CUDA version does not support the GPU
     */
    public MachineSettings machine() {
        MachineSettings defaults =
                MachineSettings.of(gpu).withPolicy(policy).withSeed(seed).withCheck(true);
        try {
            return cuda.map(defaults::withCuda).orElse(defaults);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }

    /** Whether two conditions differ in policy and seed only, so that a correct program has the same result under both. */
    public boolean isComparableTo(RunConditions other) {
        return gpu.equals(other.gpu) && cuda.equals(other.cuda);
    }

    /** Such as {@code h200, lazy, seed 1}. */
    @Override
    public String toString() {
        return gpu.name() + cuda.map(each -> ", CUDA " + each).orElse("") + ", "
                + policy.name().toLowerCase(Locale.ROOT) + ", seed " + seed;
    }
}
