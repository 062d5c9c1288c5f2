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

    /** The host threads that issue the work of a step. */
    public enum HostThreading {
        /** One thread issues the work of all GPUs one after the other, and then waits for all. */
        ONE,
        /** Each step creates one thread per GPU, which issues that GPU's work and waits for it. */
        PER_GPU
    }

    /** How the force kernel of an N-body step reads the bodies. */
    public enum NbodyVariant {
        /** Every thread loads every body from global memory. */
        AOS,
        /** A block loads tiles of bodies into shared memory. */
        SHARED,
        /** A warp loads 32 bodies and exchanges them by shuffles. */
        SHUFFLE,
        /** Each pair is computed once, and the reaction is added by atomics. */
        ATOMIC,
        /** As {@link #SHARED}, with code that interleaves the pairs of two bodies of the tile. */
        PAIRED,
        /**
         * As {@link #SHARED}, with a loop over the tile that is not unrolled and has a 64-bit counter, as the published code suggests that compilers of
         * its time left it.
         */
        ROLLED;

        /** Whether blocks keep tiles of bodies in shared memory. */
        boolean hasTiles() {
            return this == SHARED || this == PAIRED || this == ROLLED;
        }

        /** Whether blocks must be full of bodies, and warps full of lanes. */
        boolean needsFullBlocks() {
            return hasTiles() || this == SHUFFLE;
        }
    }
}
