package io.cdpsim.workloads.devicegraph;

/** What launches the rounds. */
public enum RoundLauncher {
    /** A graph of two nodes, which launches itself again as its tail (rule G-6). */
    GRAPH,
    /** A grid of one thread, which launches the round as a fire-and-forget child and itself as its tail. */
    CHILD,
    /** A grid of one thread, which launches the round and then itself as its tails. */
    TAIL,
    /** A loop of the host, which copies the count of a round back before it launches the next. */
    HOST
}
