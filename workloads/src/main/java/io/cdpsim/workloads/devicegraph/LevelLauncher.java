package io.cdpsim.workloads.devicegraph;

/** What launches the levels of a search. */
public enum LevelLauncher {
    /** A graph of two nodes, which launches itself again as its tail (rule G-6). */
    GRAPH,
    /** A grid of one thread, which launches the level as a fire-and-forget child and itself as its tail. */
    CHILD,
    /** A grid of one thread, which launches the level and then itself as its tails. */
    TAIL,
    /** A loop of the host, which copies the size of the frontier back before it launches a level. */
    HOST
}
