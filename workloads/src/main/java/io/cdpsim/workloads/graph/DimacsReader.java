package io.cdpsim.workloads.graph;

/**
 * DIMACS shortest path files ({@code .gr}): a line {@code p sp VERTICES ARCS}, lines {@code a FROM TO LENGTH} with vertices
 * from 1, and comments {@code c}. Arcs are stored as listed; a road network lists both directions. Lengths are not kept.
 */
final class DimacsReader {
    private static final String ARC = "an arc 'a FROM TO LENGTH'";
    private static final String PROBLEM = "the problem line 'p sp VERTICES ARCS'";

    private DimacsReader() {}

    static CsrGraph read(String name, GraphScanner scanner, boolean undirected) {
        skipComments(scanner);
        if (scanner.atEnd()) {
            throw scanner.unexpected(PROBLEM);
        }
        require(scanner, "p", PROBLEM);
        require(scanner, "sp", PROBLEM);
        int vertexCount = (int) scanner.number(1, CsrGraph.MAX_STORED_EDGES - 1L, "the number of vertices");
        int arcCount = (int) scanner.number(
                0, undirected ? CsrGraph.MAX_STORED_EDGES / 2 : CsrGraph.MAX_STORED_EDGES, "the number of arcs");
        scanner.endLine();
        GraphMemory.require(name, vertexCount, arcCount, undirected ? 2L * arcCount : arcCount);

        EdgeList edges = new EdgeList(undirected);
        int arcs = 0;
        for (skipComments(scanner); !scanner.atEnd(); skipComments(scanner)) {
            if (arcs == arcCount) {
                throw scanner.unexpected("the end of the file after " + arcCount + " arcs");
            }
            require(scanner, "a", ARC);
            int from = (int) scanner.number(1, vertexCount, "a vertex") - 1;
            int to = (int) scanner.number(1, vertexCount, "a vertex") - 1;
            scanner.skipDecimal("a length");
            scanner.endLine();
            edges.add(from, to);
            arcs++;
        }
        if (arcs < arcCount) {
            throw scanner.error("found the end of the file after " + arcs + " arcs, expected " + arcCount);
        }
        return edges.directed(name, vertexCount);
    }

    private static void skipComments(GraphScanner scanner) {
        while (scanner.nextLine() && scanner.peek() == 'c') {
            scanner.skipLine();
        }
    }

    private static void require(GraphScanner scanner, String word, String expected) {
        if (scanner.atLineEnd() || !scanner.nextWordIs(word)) {
            throw scanner.unexpected(expected);
        }
        scanner.word(expected);
    }
}
