package io.cdpsim.workloads.graph;

import java.util.Arrays;

/**
 * The plain search that checks simulated ones: a queue and an array.
 *
 * <p>Immutable by contract: {@link #levels()} is not to be written to.
 */
public final class BreadthFirstSearch {
    /** Level of an unreachable vertex. */
    public static final int UNREACHED = -1;

    private final int[] levels;
    private final int depth;
    private final int reached;
    private final int edgesScanned;

    private BreadthFirstSearch(int[] levels, int depth, int reached, int edgesScanned) {
        this.levels = levels;
        this.depth = depth;
        this.reached = reached;
        this.edgesScanned = edgesScanned;
    }

    /**
     * Searches all reachable vertices.
     *
     * @param source 0 to {@code graph.vertexCount() - 1}
     * @throws IllegalArgumentException if there is no such vertex
     */
    public static BreadthFirstSearch search(CsrGraph graph, int source) {
        int vertexCount = graph.vertexCount();
        if (source < 0 || source >= vertexCount) {
            throw new IllegalArgumentException(
                    "no source vertex " + source + " in " + graph.name() + ", expected 0 to " + (vertexCount - 1));
        }
        int[] offsets = graph.offsets();
        int[] neighbours = graph.neighbours();
        int[] levels = new int[vertexCount];
        Arrays.fill(levels, UNREACHED);
        int[] queue = new int[vertexCount];
        levels[source] = 0;
        queue[0] = source;
        int queued = 1;
        int edgesScanned = 0;
        for (int taken = 0; taken < queued; taken++) {
            int vertex = queue[taken];
            int nextLevel = levels[vertex] + 1;
            edgesScanned += graph.degree(vertex);
            for (int edge = offsets[vertex]; edge < offsets[vertex + 1]; edge++) {
                int neighbour = neighbours[edge];
                if (levels[neighbour] == UNREACHED) {
                    levels[neighbour] = nextLevel;
                    queue[queued++] = neighbour;
                }
            }
        }
        return new BreadthFirstSearch(levels, levels[queue[queued - 1]], queued, edgesScanned);
    }

    /**
     * The level of each vertex: {@code search(graph, source).levels()}.
     *
     * @throws IllegalArgumentException if there is no such vertex
     */
    public static int[] levels(CsrGraph graph, int source) {
        return search(graph, source).levels();
    }

    /** Edges from the source to each vertex, {@link #UNREACHED} where there is no path; not to be written to. */
    public int[] levels() {
        return levels;
    }

    /** The highest level reached: 0 if the source has no neighbour other than itself. */
    public int depth() {
        return depth;
    }

    /** Number of vertices reached, the source among them. */
    public int reached() {
        return reached;
    }

    /** Stored edges that leave the reached vertices, which any search must scan. */
    public int edgesScanned() {
        return edgesScanned;
    }
}
