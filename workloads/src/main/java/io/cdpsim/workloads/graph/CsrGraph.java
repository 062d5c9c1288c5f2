package io.cdpsim.workloads.graph;

/**
 * A directed graph in compressed sparse rows: the neighbours of vertex {@code v} are
 * {@code neighbours[offsets[v]] .. neighbours[offsets[v + 1] - 1]}.
 *
 * <p>An undirected graph stores each edge in both directions. Self loops and repeated edges are permitted. The order of a vertex's neighbours is
 * significant: a program visits them in that order.
 *
 * <p>Immutable by contract: the arrays are shared with callers, not copied, because they may have gigabytes; nobody may write to them after
 * construction. Then any thread may read the graph.
 */
public final class CsrGraph {
    /** The largest number of stored edges, and of vertices: the capacity of a Java array. */
    public static final int MAX_STORED_EDGES = Integer.MAX_VALUE - 8;

    private final String name;
    private final int[] offsets;
    private final int[] neighbours;
    private final int defaultSource;

    /**
     * Creates a graph whose default source is its vertex of highest degree.
     *
     * @param name display name
     * @param offsets row offsets, one more than there are vertices, nondecreasing, from 0 to the number of stored edges; kept, not copied
     * @param neighbours target of each stored edge; kept, not copied
     * @throws IllegalArgumentException if the arrays are not compressed sparse rows of at least one vertex
     */
    public CsrGraph(String name, int[] offsets, int[] neighbours) {
        requireRows(offsets, neighbours);
        this.name = name;
        this.offsets = offsets;
        this.neighbours = neighbours;
        this.defaultSource = highestDegreeVertex();
    }

    private CsrGraph(CsrGraph graph, int defaultSource) {
        this.name = graph.name;
        this.offsets = graph.offsets;
        this.neighbours = graph.neighbours;
        this.defaultSource = defaultSource;
    }

    private static void requireRows(int[] offsets, int[] neighbours) {
        if (offsets.length < 2 || offsets[0] != 0 || offsets[offsets.length - 1] != neighbours.length) {
            throw new IllegalArgumentException("offsets must run from 0 to " + neighbours.length
                    + " over at least one vertex, but there are " + offsets.length + " of them");
        }
        for (int vertex = 0; vertex < offsets.length - 1; vertex++) {
            if (offsets[vertex] > offsets[vertex + 1]) {
                throw new IllegalArgumentException("offsets fall after vertex " + vertex);
            }
        }
        int vertexCount = offsets.length - 1;
        for (int edge = 0; edge < neighbours.length; edge++) {
            if (neighbours[edge] < 0 || neighbours[edge] >= vertexCount) {
                throw new IllegalArgumentException("stored edge " + edge + " leads to vertex " + neighbours[edge]
                        + ", but vertices are 0 to " + (vertexCount - 1));
            }
        }
    }

    /**
     * The same graph, sharing the arrays, with another default source.
     *
     * @throws IllegalArgumentException if there is no such vertex
     */
    CsrGraph withDefaultSource(int source) {
        if (source < 0 || source >= vertexCount()) {
            throw new IllegalArgumentException("no vertex " + source + " in a graph of " + vertexCount());
        }
        return new CsrGraph(this, source);
    }

    /** Display name: {@code rmat14_ef16_s1} or similar for a generated graph, the file's name for a read one. */
    public String name() {
        return name;
    }

    /** Number of vertices, at least 1. */
    public int vertexCount() {
        return offsets.length - 1;
    }

    /** Number of stored edges: an undirected edge counts twice. */
    public int edgeCount() {
        return neighbours.length;
    }

    /** The row offsets themselves, {@code vertexCount() + 1} of them: not to be written to. */
    public int[] offsets() {
        return offsets;
    }

    /** The targets of the stored edges themselves, {@code edgeCount()} of them: not to be written to. */
    public int[] neighbours() {
        return neighbours;
    }

    /**
     * Number of stored edges that leave a vertex.
     *
     * @param vertex 0 to {@code vertexCount() - 1}
     * @throws ArrayIndexOutOfBoundsException if there is no such vertex
     */
    public int degree(int vertex) {
        return offsets[vertex + 1] - offsets[vertex];
    }

    /** The vertex that the most stored edges leave; the lowest numbered of several. */
    public int highestDegreeVertex() {
        int highest = 0;
        for (int vertex = 1; vertex < vertexCount(); vertex++) {
            if (degree(vertex) > degree(highest)) {
                highest = vertex;
            }
        }
        return highest;
    }

    /**
     * The default source of a search: the corner of a grid, the centre of a star (both vertex 0), and {@link #highestDegreeVertex()} of any other
     * graph. The hardware measurements start there too.
     */
    public int defaultSource() {
        return defaultSource;
    }

    /** Name, vertices and stored edges, for a log line. */
    @Override
    public String toString() {
        return name + " (" + vertexCount() + " vertices, " + edgeCount() + " stored edges)";
    }
}
