package io.cdpsim.workloads;

import io.cdpsim.profile.GpuProfile;

/** Refuses blocks that no GPU runs by the name of the option that asks for them, before a launch refuses them by that of a kernel. */
public final class BlockSizeCheck {
    private BlockSizeCheck() {}

    /**
     * Checks the threads of a block.
     *
     * @param option the option, such as {@code --block}
     * @param threads what it says
     * @param profile the GPU
     * @throws InvalidInputException if a block has no so many
     */
    public static void check(String option, int threads, GpuProfile profile) {
        long most = profile.grid().maxThreadsPerBlock();
        if (threads > most) {
            throw new InvalidInputException(option + " " + threads + " is too many: a block of " + profile.name()
                    + " has at most " + most + " threads");
        }
    }
}
