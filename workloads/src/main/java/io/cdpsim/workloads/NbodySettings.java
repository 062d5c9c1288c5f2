package io.cdpsim.workloads;

/**
 * Steps of an N-body simulation.
 *
 * @param variant how the kernel reads the bodies
 * @param bodies number of bodies, at least 1
 * @param blockThreads threads of a block, at least 1
 * @param bulk whether the force sum is a bulk instruction: the same time, but no forces
 * @param gpus GPUs that share the bodies, at least 1
 * @param steps time steps, at least 1
 */
public record NbodySettings(NbodyVariant variant, int bodies, int blockThreads, boolean bulk, int gpus, int steps) {}
