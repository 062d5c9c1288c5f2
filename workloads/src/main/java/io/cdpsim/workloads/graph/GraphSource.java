package io.cdpsim.workloads.graph;

import java.nio.file.Path;

/** The source of a graph: a generator with its parameters, or a file. */
public sealed interface GraphSource {
    /** Edges per vertex of an R-MAT graph whose spec omits them. */
    int DEFAULT_RMAT_EDGE_FACTOR = 16;

    /** Edges per vertex of a uniform graph whose spec omits them. */
    int DEFAULT_UNIFORM_EDGE_FACTOR = 8;

    /** Seed of a generator whose spec omits it. */
    long DEFAULT_SEED = 1;

    /** The name of the graph. */
    String displayName();

    /**
     * Generates or reads the graph.
     *
     * @param threads how many threads may do so, at least 1; the graph is the same for every number
     * @throws GraphFormatException if the file is missing or malformed, a number is out of range, or the graph is too large
     */
    CsrGraph load(int threads);

    /**
     * Parses a spec:
     *
     * <ul>
     *   <li>{@code rmat:SCALE[:EDGEFACTOR[:SEED]]}, by default edge factor 16 and seed 1
     *   <li>{@code uniform:SCALE[:EDGEFACTOR[:SEED]]}, by default edge factor 8 and seed 1
     *   <li>{@code grid:SIDE}
     *   <li>{@code star:HUBS:LEAVES}
     *   <li>anything else: the path of a Matrix Market, DIMACS {@code .gr} or SNAP edge list file, plain or gzip
     * </ul>
     *
     * A spec that starts with a generator's name and a colon is never a path; write {@code ./rmat:1} for such a file.
     *
     * @throws GraphFormatException if the spec has none of these forms, a number in it is malformed, or the file does not exist
     */
    static GraphSource parse(String spec) {
        return GraphSpecParser.parse(spec);
    }

    /**
     * This graph with each edge in both directions.
     *
     * @throws GraphFormatException if a generator makes the graph: each of them stores both directions
     */
    default GraphSource inBothDirections() {
        throw new GraphFormatException("--undirected has no effect with " + displayName()
                + ", whose edges have both directions; leave it out, or give a graph file");
    }

    /** {@link GraphGenerators#rmat}. */
    record Rmat(int scale, int edgeFactor, long seed) implements GraphSource {
        @Override
        public String displayName() {
            return GraphGenerators.rmatName(scale, edgeFactor, seed);
        }

        @Override
        public CsrGraph load(int threads) {
            return GraphMemory.guard(displayName(), () -> GraphGenerators.rmat(scale, edgeFactor, seed, threads));
        }
    }

    /** {@link GraphGenerators#uniform}. */
    record Uniform(int scale, int edgeFactor, long seed) implements GraphSource {
        @Override
        public String displayName() {
            return GraphGenerators.uniformName(scale, edgeFactor, seed);
        }

        @Override
        public CsrGraph load(int threads) {
            return GraphMemory.guard(displayName(), () -> GraphGenerators.uniform(scale, edgeFactor, seed));
        }
    }

    /** {@link GraphGenerators#grid}. */
    record Grid(int side) implements GraphSource {
        @Override
        public String displayName() {
            return GraphGenerators.gridName(side);
        }

        @Override
        public CsrGraph load(int threads) {
            return GraphMemory.guard(displayName(), () -> GraphGenerators.grid(side));
        }
    }

    /** {@link GraphGenerators#star}. */
    record Star(int hubs, int leaves) implements GraphSource {
        @Override
        public String displayName() {
            return GraphGenerators.starName(hubs, leaves);
        }

        @Override
        public CsrGraph load(int threads) {
            return GraphMemory.guard(displayName(), () -> GraphGenerators.star(hubs, leaves));
        }
    }

    /** {@link GraphFileReader#read}. */
    record GraphFile(Path path, boolean undirected) implements GraphSource {
        @Override
        public String displayName() {
            return GraphFileReader.displayName(path);
        }

        @Override
        public GraphSource inBothDirections() {
            return new GraphFile(path, true);
        }

        @Override
        public CsrGraph load(int threads) {
            return GraphMemory.guard(path.toString(), () -> GraphFileReader.read(path, undirected));
        }
    }
}
