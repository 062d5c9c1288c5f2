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
        OptionalInt source) {

    /** How a breadth-first search distributes the edges of a level over threads. */
    public enum BfsVariant {
        /** A thread processes the edges of a frontier vertex. */
        SERIAL(false, false),
        /** A warp processes the edges of a frontier vertex. */
        WARP(false, false),
        /** Each frontier vertex launches a child grid for its edges. */
        CDP(true, false),
        /** Only a vertex with more edges than the threshold launches a child grid. */
        THRESHOLD(true, true),
        /** Each block launches one child grid for the edges of all its vertices. */
        AGGREGATE(true, false),
        /** Each warp launches one child grid for the edges of all its vertices. */
        AGGREGATE_WARP(true, false),
        /** The last block launches one child grid for the edges of the whole level. */
        AGGREGATE_GRID(true, false),
        /** A driver on the device launches the levels, each as {@link #THRESHOLD}. */
        DRIVER(true, true);

        private final boolean launches;
        private final boolean usesThreshold;

        BfsVariant(boolean launches, boolean usesThreshold) {
            this.launches = launches;
            this.usesThreshold = usesThreshold;
        }

        /** Whether device code launches grids. */
        public boolean launches() {
            return launches;
        }

        /** Whether the variant uses the threshold. */
        public boolean usesThreshold() {
            return usesThreshold;
        }
    }
}
