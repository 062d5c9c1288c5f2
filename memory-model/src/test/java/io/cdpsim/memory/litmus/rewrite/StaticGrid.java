package io.cdpsim.memory.litmus.rewrite;

/**
 * A grid that every execution of a test runs, or a launch of a graph.
 *
 * @param name the launches that lead to it
 * @param parent number of the grid or graph that is complete after it, or -1 if it is there from the start
 * @param launch where it is launched, before statement 0 of thread -1 if it is there from the start or a node of a graph
 * @param joins when its parent has to wait for it
 * @param graph number of the launch of the graph of which it is a node, or -1
 */
record StaticGrid(String name, int parent, ProgramPoint launch, Joins joins, int graph) {
    /** Before the parent's tails, as one of them, or beside them. */
    enum Joins {
        BEFORE_TAILS,
        AS_TAIL,
        BESIDE_TAILS
    }
}
