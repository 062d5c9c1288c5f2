package io.cdpsim.workloads.nbody;

/** The host threads that issue the work of a step. */
public enum HostThreading {
    /** One thread issues the work of all GPUs one after the other, and then waits for all. */
    ONE,
    /** Each step creates one thread per GPU, which issues that GPU's work and waits for it. */
    PER_GPU
}
