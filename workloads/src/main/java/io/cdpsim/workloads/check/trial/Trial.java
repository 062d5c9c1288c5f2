package io.cdpsim.workloads.check.trial;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.InvalidInputException;
import java.util.Locale;
import java.util.Optional;

/**
 * Under which conditions a program is run.
 *
 * @param gpu the GPU
 * @param cuda the version of CUDA; empty for the usual one of the GPU
 * @param policy how the freedom is used that the rules leave
 * @param seed what decides the rest
 */
public record Trial(GpuProfile gpu, Optional<CudaVersion> cuda, LaunchPolicy policy, long seed) {
    /**
     * The machine, on which the visibility checker watches.
     *
     * @throws InvalidInputException if this version of CUDA does not go with the GPU
     */
    public MachineSettings machine() {
        MachineSettings usual =
                MachineSettings.of(gpu).withPolicy(policy).withSeed(seed).withCheck(true);
        try {
            return cuda.map(usual::withCuda).orElse(usual);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }

    /** Whether two differ in nothing but the policy and the seed, so that a correct program does the same in both. */
    public boolean isComparableTo(Trial other) {
        return gpu.equals(other.gpu) && cuda.equals(other.cuda);
    }

    /** What people call it: {@code h200, lazy, seed 1}. */
    @Override
    public String toString() {
        return gpu.name() + cuda.map(each -> ", CUDA " + each).orElse("") + ", "
                + policy.name().toLowerCase(Locale.ROOT) + ", seed " + seed;
    }
}
