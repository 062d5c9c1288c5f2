package io.cdpsim.workloads.graph;

/**
 * SNAP edge lists: comments {@code #}, then one line {@code FROM TO} per edge, stored as listed, or in both directions where a comment before the
 * first edge starts with {@code Undirected graph}. A third number, a weight or a sign, is permitted and dropped; more columns are rejected, as they
 * would be neighbours of an adjacency list.
 *
 * <p>Vertex ids may be any numbers from 0 to 2^63-1; vertices are numbered from 0 in the order in which they first appear.
 */
final class EdgeListReader {
    private static final String UNDIRECTED = "undirected graph";

    private EdgeListReader() {}

    static CsrGraph read(String name, GraphScanner scanner, boolean undirected) {
        EdgeList edges = new EdgeList(undirected || commentsSayUndirected(scanner));
        VertexNumbering vertices = new VertexNumbering();
        while (scanner.nextLine()) {
            if (scanner.peek() == '#') {
                scanner.skipLine();
                continue;
            }
            int from = vertices.indexOf(scanner.number(0, Long.MAX_VALUE, "a vertex id"));
            int to = vertices.indexOf(scanner.number(0, Long.MAX_VALUE, "a vertex id"));
            if (!scanner.atLineEnd()) {
                scanner.skipDecimal("a weight or the end of the line");
            }
            scanner.endLine();
            if (from < 0 || to < 0 || !edges.add(from, to)) {
                throw scanner.error("found more than " + CsrGraph.MAX_STORED_EDGES
                        + " edges or vertices, expected at most so many");
            }
        }
        if (edges.size() == 0) {
            throw scanner.unexpected("a line 'FROM TO' for at least one edge");
        }
        return edges.directed(name, vertices.count());
    }

    /** Skips the comments before the first edge. */
    private static boolean commentsSayUndirected(GraphScanner scanner) {
        boolean undirected = false;
        while (scanner.nextLine() && scanner.peek() == '#') {
            undirected |= scanner.commentStartsWith(UNDIRECTED);
            scanner.skipLine();
        }
        return undirected;
    }
}
