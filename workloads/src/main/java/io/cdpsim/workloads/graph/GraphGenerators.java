package io.cdpsim.workloads.graph;

import io.cdpsim.gpu.parallel.ThreadTeam;

/**
 * Deterministic graph generators: the same arguments give the same graph, bit for bit, on any machine. Every edge is stored in both directions, in
 * edge order; self loops and repeated edges are kept.
 *
 * <p>All methods throw {@link GraphFormatException} if an argument is out of range, or the graph has more stored edges than
 * {@link CsrGraph#MAX_STORED_EDGES} or needs more memory than the heap has.
 */
public final class GraphGenerators {
    /** The largest scale: 2^28 vertices. */
    public static final int MAX_SCALE = 28;

    // Doubles in [0.5, 1) are multiples of 2^-53, so the scaled thresholds are whole numbers: an integer comparison
    // decides exactly as that of the doubles, without a branch.
    private static final long TOP = scaled(0.57);
    private static final long TOP_AND_RIGHT = scaled(0.76);
    private static final long ALL_BUT_LAST = scaled(0.95);

    private static final int DRAWS_PER_EDGE = 64;

    /** Edges that one thread makes at a time. */
    private static final int EDGES_OF_PART = 1 << 14;

    private GraphGenerators() {}

    private static long scaled(double probability) {
        return (long) (probability * (1L << SplitMix64.BITS));
    }

    /**
     * A Kronecker (R-MAT) graph with quadrant probabilities 0.57, 0.19, 0.19 and 0.05: few vertices of very high degree, many of degree 0. Edge
     * {@code e} draws number {@code 64 e + level} for each bit of its ends, highest bit first.
     *
     * @param scale 1 to {@link #MAX_SCALE}; there are 2^scale vertices
     * @param edgeFactor edges generated per vertex, at least 1
     * @param seed any; its 64 bits are read as unsigned
     * @param threads how many threads may make it, at least 1; the graph is the same for every number
     */
    public static CsrGraph rmat(int scale, int edgeFactor, long seed, int threads) {
        String name = rmatName(scale, edgeFactor, seed);
        int edgeCount = scaledEdgeCount(name, scale, edgeFactor);
        int[] from = new int[edgeCount];
        int[] to = new int[edgeCount];
        long base = SplitMix64.base(seed);
        // No edge depends on another one.
        new ThreadTeam(threads).run((edgeCount - 1) / EDGES_OF_PART + 1, part -> {
            int end = Math.min(edgeCount, (part + 1) * EDGES_OF_PART);
            for (int edge = part * EDGES_OF_PART; edge < end; edge++) {
                long ends = rmatEdge(base + (long) edge * DRAWS_PER_EDGE, scale);
                from[edge] = (int) (ends >>> Integer.SIZE);
                to[edge] = (int) ends;
            }
        });
        return new EdgeList(from, to).bothDirections(name, 1 << scale);
    }

    /** Source vertex in the high half, target in the low half. */
    private static long rmatEdge(long counter, int scale) {
        long source = 0;
        long target = 0;
        for (int level = 0; level < scale; level++) {
            long number = SplitMix64.draw(counter + level);
            long lower = atLeast(number, TOP_AND_RIGHT);
            long right = atLeast(number, TOP) - lower + atLeast(number, ALL_BUT_LAST);
            source = source << 1 | lower;
            target = target << 1 | right;
        }
        return source << Integer.SIZE | target;
    }

    private static long atLeast(long number, long threshold) {
        return 1 - ((number - threshold) >>> (Long.SIZE - 1));
    }

    /**
     * A uniform random graph: numbers {@code 2 e} and {@code 2 e + 1} choose the ends of edge {@code e}.
     *
     * @param scale 1 to {@link #MAX_SCALE}; there are 2^scale vertices
     * @param edgeFactor edges generated per vertex, at least 1
     * @param seed any; its 64 bits are read as unsigned
     */
    public static CsrGraph uniform(int scale, int edgeFactor, long seed) {
        String name = uniformName(scale, edgeFactor, seed);
        int edgeCount = scaledEdgeCount(name, scale, edgeFactor);
        int[] from = new int[edgeCount];
        int[] to = new int[edgeCount];
        long base = SplitMix64.base(seed);
        int fraction = SplitMix64.BITS - scale;
        for (int edge = 0; edge < edgeCount; edge++) {
            from[edge] = (int) (SplitMix64.draw(base + 2L * edge) >>> fraction);
            to[edge] = (int) (SplitMix64.draw(base + 2L * edge + 1) >>> fraction);
        }
        return new EdgeList(from, to).bothDirections(name, 1 << scale);
    }

    /**
     * A square grid whose vertices are joined to their horizontal and vertical neighbours: low degree and long paths, like a road network. Its
     * default source is a corner, vertex 0.
     *
     * @param side vertices along a side, at least 1
     */
    public static CsrGraph grid(int side) {
        String name = gridName(side);
        requirePositive(name, "side", side);
        int edgeCount = requireFits(name, (long) side * side, 2L * side * (side - 1));
        int[] from = new int[edgeCount];
        int[] to = new int[edgeCount];
        int edge = 0;
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                int vertex = y * side + x;
                if (x + 1 < side) {
                    from[edge] = vertex;
                    to[edge++] = vertex + 1;
                }
                if (y + 1 < side) {
                    from[edge] = vertex;
                    to[edge++] = vertex + side;
                }
            }
        }
        return new EdgeList(from, to).bothDirections(name, side * side).withDefaultSource(0);
    }

    /**
     * Vertex 0 joined to hubs, and every hub to its own leaves: the best case for one child grid per vertex. Its default source is vertex 0.
     *
     * @param hubs hubs around vertex 0, at least 1
     * @param leaves leaves of each hub, at least 1
     */
    public static CsrGraph star(int hubs, int leaves) {
        String name = starName(hubs, leaves);
        requirePositive(name, "number of hubs", hubs);
        requirePositive(name, "number of leaves", leaves);
        long joined = hubs + (long) hubs * leaves;
        int edgeCount = requireFits(name, 1 + joined, joined);
        int[] from = new int[edgeCount];
        int[] to = new int[edgeCount];
        int edge = 0;
        for (int hub = 1; hub <= hubs; hub++) {
            from[edge] = 0;
            to[edge++] = hub;
            int firstLeaf = 1 + hubs + (hub - 1) * leaves;
            for (int leaf = firstLeaf; leaf < firstLeaf + leaves; leaf++) {
                from[edge] = hub;
                to[edge++] = leaf;
            }
        }
        return new EdgeList(from, to).bothDirections(name, 1 + edgeCount).withDefaultSource(0);
    }

    static String rmatName(int scale, int edgeFactor, long seed) {
        return "rmat" + scale + "_ef" + edgeFactor + "_s" + Long.toUnsignedString(seed);
    }

    static String uniformName(int scale, int edgeFactor, long seed) {
        return "uniform" + scale + "_ef" + edgeFactor + "_s" + Long.toUnsignedString(seed);
    }

    static String gridName(int side) {
        return "grid" + side;
    }

    static String starName(int hubs, int leaves) {
        return "star" + hubs + "x" + leaves;
    }

    private static int scaledEdgeCount(String name, int scale, int edgeFactor) {
        if (scale < 1 || scale > MAX_SCALE) {
            throw new GraphFormatException(
                    name + ": the scale is " + scale + ", expected 1 to " + MAX_SCALE + " (2^scale vertices)");
        }
        requirePositive(name, "edge factor", edgeFactor);
        return requireFits(name, 1L << scale, (long) edgeFactor << scale);
    }

    private static void requirePositive(String name, String what, int value) {
        if (value < 1) {
            throw new GraphFormatException(name + ": the " + what + " is " + value + ", expected 1 or more");
        }
    }

    private static int requireFits(String name, long vertexCount, long edgeCount) {
        if (vertexCount >= CsrGraph.MAX_STORED_EDGES || 2 * edgeCount > CsrGraph.MAX_STORED_EDGES) {
            throw new GraphFormatException(name + ": " + vertexCount + " vertices and " + 2 * edgeCount
                    + " stored edges are too many, expected at most " + CsrGraph.MAX_STORED_EDGES + ": use fewer");
        }
        GraphMemory.require(name, vertexCount, edgeCount, 2 * edgeCount);
        return (int) edgeCount;
    }

    /**
     * Counter-based random numbers for the generators: number {@code index} of a seed is splitmix64 of {@code seed * PRIME + index}, so every edge
     * can be generated independently.
     */
    static final class SplitMix64 {
        /** Bits of a number: the precision of a double, so a number over 2^53 is exactly a double in [0, 1). */
        static final int BITS = 53;

        private static final long SEED_STRIDE = 0x100000001B3L;

        private SplitMix64() {}

        /** The counter of a seed's first number; {@code base + index} is the input of {@link #draw}. */
        static long base(long seed) {
            return seed * SEED_STRIDE;
        }

        /** A number of {@link #BITS} bits. */
        static long draw(long counter) {
            long z = counter + 0x9E3779B97F4A7C15L;
            z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            return (z ^ (z >>> 31)) >>> (Long.SIZE - BITS);
        }
    }
}
