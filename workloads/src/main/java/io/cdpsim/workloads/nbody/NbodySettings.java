package io.cdpsim.workloads.nbody;

/**
 * Steps of an N-body simulation.
 *
 * @param variant how the kernel reads the bodies
 * @param bodies number of bodies, at least 1
 * @param blockThreads threads of a block, at least 1
 * @param bulk whether the force sum is a bulk instruction: the same time, without forces
 * @param gpus GPUs that share the bodies, at least 1
 * @param steps time steps, at least 1
 * @param unoptimized whether the code is that of an unoptimised build, which keeps each variable in local memory
 * @param hostThreads the host threads that issue the work of a step
 * @param cpuBaseline whether to report the time of processors, an analytic estimate
 */
public record NbodySettings(
        NbodyVariant variant,
        int bodies,
        int blockThreads,
        boolean bulk,
        int gpus,
        int steps,
        HostThreading hostThreads,
        boolean unoptimized,
        boolean cpuBaseline) {
    /** The same with one host thread, optimised code and no processors. */
    public NbodySettings(NbodyVariant variant, int bodies, int blockThreads, boolean bulk, int gpus, int steps) {
        this(variant, bodies, blockThreads, bulk, gpus, steps, HostThreading.ONE, false, false);
    }

    /** The first step of the same run on one GPU. */
    NbodySettings onOneGpu() {
        return new NbodySettings(
                variant, bodies, blockThreads, bulk, 1, 1, HostThreading.ONE, unoptimized, cpuBaseline);
    }
}
