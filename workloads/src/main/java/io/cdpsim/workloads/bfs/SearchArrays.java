package io.cdpsim.workloads.bfs;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.CsrGraph;

/**
 * Addresses of a search's arrays in device memory, all of 32-bit words.
 *
 * @param offsets row offsets of the graph
 * @param neighbours edge targets of the graph
 * @param levels level of each vertex
 * @param evenFrontier vertices of even levels, then of the next even one
 * @param oddFrontier vertices of odd levels
 * @param counts two counts of frontier vertices
 * @param firstEdges a word a vertex, for aggregation
 * @param edgesBefore a word a vertex, for aggregation
 */
record SearchArrays(
        long offsets,
        long neighbours,
        long levels,
        long evenFrontier,
        long oddFrontier,
        long counts,
        long firstEdges,
        long edgesBefore) {
    private static final long WORD_BYTES = 4;
    private static final long COUNTS_BYTES = 64;

    /** Bytes of the counts that are zero at the start of a level, where a whole level is aggregated. */
    static final int LEVEL_BYTES = 32;

    /** Offset of the vertices (upper half) and edges (lower half) that the blocks of a level have summed so far. */
    static final int AGGREGATED_OFFSET = 16;

    /** Offset of the number of blocks that have done so. */
    static final int BLOCKS_DONE_OFFSET = 24;

    private static final int WORDS_A_VERTEX = 6;

    /**
     * Allocates all arrays and writes the graph and the source, in no simulated time.
     *
     * @throws InvalidInputException if the device's memory is too small
     */
    static SearchArrays upload(Host host, CsrGraph graph, int source) {
        requireFreeMemory(host.device().profile(), graph);
        long vertexBytes = WORD_BYTES * graph.vertexCount();
        SearchArrays arrays = new SearchArrays(
                host.malloc(vertexBytes + WORD_BYTES),
                host.malloc(WORD_BYTES * graph.edgeCount() + WORD_BYTES),
                host.malloc(vertexBytes),
                host.malloc(vertexBytes),
                host.malloc(vertexBytes),
                host.malloc(COUNTS_BYTES),
                host.malloc(vertexBytes),
                host.malloc(vertexBytes));
        host.memory().write(arrays.offsets, graph.offsets());
        host.memory().write(arrays.neighbours, graph.neighbours());
        arrays.initialise(host, graph, source);
        return arrays;
    }

    /** Brings the L2 to the state after a search of the graph, and prepares the arrays for another search. */
    void wereSearched(Host host, CsrGraph graph, int source) {
        long vertexBytes = WORD_BYTES * graph.vertexCount();
        host.memory().loadIntoL2(neighbours, WORD_BYTES * graph.edgeCount());
        host.memory().loadIntoL2(offsets, vertexBytes + WORD_BYTES);
        host.memory().loadIntoL2(evenFrontier, vertexBytes);
        host.memory().loadIntoL2(oddFrontier, vertexBytes);
        initialise(host, graph, source);
    }

    private void initialise(Host host, CsrGraph graph, int source) {
        host.memory().fill(levels, BreadthFirstSearch.UNREACHED, WORD_BYTES * graph.vertexCount());
        host.memory().write(levels + WORD_BYTES * source, 0);
        host.memory().write(evenFrontier, source);
        host.memory().write(counts, 1, 0);
    }

    private static void requireFreeMemory(GpuProfile profile, CsrGraph graph) {
        long words = (long) WORDS_A_VERTEX * graph.vertexCount() + graph.edgeCount() + 2;
        long bytes = WORD_BYTES * words + COUNTS_BYTES;
        if (bytes > profile.dram().bytes()) {
            throw new InvalidInputException("a search of " + graph.name() + " needs " + (bytes >> 20)
                    + " MiB of device memory, but " + profile.name() + " has "
                    + (profile.dram().bytes() >> 20) + " MiB; take a smaller graph or another profile");
        }
    }

    /** The frontier of a level. */
    long frontier(int level) {
        return level % 2 == 0 ? evenFrontier : oddFrontier;
    }
}
