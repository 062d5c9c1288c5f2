package io.cdpsim.workloads.devicegraph;

import io.cdpsim.workloads.graph.GraphSource;
import java.util.OptionalInt;

/**
 * Work in rounds.
 *
 * @param task what the rounds do
 * @param graph the graph to search
 * @param source the vertex of level 0; empty for the graph's default
 * @param cells cells to relax, at least 1
 * @param ints integers of a buffer to produce, at least 1
 * @param buffers buffers to produce, at least 1
 * @param launcher what launches the rounds
 * @param threads threads of a round's block, at least 1
 * @param blocks blocks of the node that processes a round, at least 1; empty for one per SM. Other launchers take as many as the round needs
 */
public record RoundSettings(
        Task task,
        GraphSource graph,
        OptionalInt source,
        int cells,
        int ints,
        int buffers,
        RoundLauncher launcher,
        int threads,
        OptionalInt blocks) {
    /** What the rounds do. */
    public enum Task {
        /** A breadth-first search, a level a round. */
        SEARCH,
        /** A relaxation to its fixed point: all cells in each round. */
        RELAX,
        /** A producer that fills two buffers in turn, which the host copies and empties meanwhile. */
        PERSISTENT
    }
}
