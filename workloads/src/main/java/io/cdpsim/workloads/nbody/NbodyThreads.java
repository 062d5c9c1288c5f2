package io.cdpsim.workloads.nbody;

/** Which threads of the host tell the GPUs what to do in a step. */
public enum NbodyThreads {
    /** One thread asks all GPUs one after the other, and then waits for all. */
    ONE,
    /** Each step makes a thread for each GPU, which asks for the step's work there and waits for it. */
    PER_GPU
}
