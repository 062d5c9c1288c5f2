package io.cdpsim.workloads.nbody;

/**
 * Steps of an N-body simulation.
 *
 * @param variant how the kernel reads the bodies
 * @param bodies number of bodies, at least 1
 * @param blockThreads threads of a block, at least 1
 * @param bulk whether the force sum is a bulk instruction: the same time, but no forces
 * @param gpus GPUs that share the bodies, at least 1
 * @param steps time steps, at least 1
 * @param unoptimized whether the code is that of a build without optimisation, which keeps each variable in local memory
 * @param cpuBaseline whether to tell how long processors would take, by an analytic estimate
 */
public record NbodySettings(
        NbodyVariant variant,
        int bodies,
        int blockThreads,
        boolean bulk,
        int gpus,
        int steps,
        boolean unoptimized,
        boolean cpuBaseline) {
    /** The same with optimised code and without processors. */
    public NbodySettings(NbodyVariant variant, int bodies, int blockThreads, boolean bulk, int gpus, int steps) {
        this(variant, bodies, blockThreads, bulk, gpus, steps, false, false);
    }
}
