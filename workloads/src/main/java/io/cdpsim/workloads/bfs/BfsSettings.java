package io.cdpsim.workloads.bfs;

import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.graph.GraphSource;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A breadth-first search.
 *
 * @param graph the graph
 * @param variant how edges are distributed over threads
 * @param threshold number of edges above which a vertex gets a child grid, at least 0; for variants that use it
 * @param stream stream of the children; empty for {@link ChildStream#defaultFor}
 * @param childThreads threads of a child's block, at least 1
 * @param source source vertex, from 0; empty for the vertex of highest degree
 */
public record BfsSettings(
        GraphSource graph,
        BfsVariant variant,
        int threshold,
        Optional<ChildStream> stream,
        int childThreads,
        OptionalInt source) {}
