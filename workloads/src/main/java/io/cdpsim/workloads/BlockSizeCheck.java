package io.cdpsim.workloads;

import io.cdpsim.profile.GpuProfile;

/** Rejects a block size that no GPU supports, with the name of the option that sets it, before a launch rejects it with the name of a kernel. */
public final class BlockSizeCheck {
    private BlockSizeCheck() {}

    /**
     * Checks the number of threads of a block.
     *
     * @param option the option, such as {@code --block}
     * @param threads its value
     * @param profile the GPU
     * @throws InvalidInputException if the GPU does not support a block of this size
     */
    public static void check(String option, int threads, GpuProfile profile) {
        long most = profile.grid().maxThreadsPerBlock();
        if (threads > most) {
            throw new InvalidInputException(option + " " + threads + " is too many: a block of " + profile.name()
                    + " has at most " + most + " threads");
        }
    }
}
