package io.cdpsim.workloads.graph;

/**
 * Matrix Market coordinate files, read as an adjacency matrix: entry {@code (i, j)} is the edge from {@code i - 1} to
 * {@code j - 1}, whatever its value.
 *
 * <p>A {@code general} matrix is stored as listed. Each entry of a {@code symmetric} one is stored in both directions, in file order; a diagonal
 * entry is stored once.
 */
final class MatrixMarketReader {
    private static final String BANNER = "%%MatrixMarket";
    private static final String HEADER = BANNER + " matrix coordinate pattern|real|integer general|symmetric";

    private MatrixMarketReader() {}

    static CsrGraph read(String name, GraphScanner scanner, boolean undirected) {
        if (!scanner.startsWith(BANNER)) {
            throw scanner.unexpected("the header '" + HEADER + "'");
        }
        scanner.word(HEADER);
        requireOneOf(scanner, "matrix");
        requireOneOf(scanner, "coordinate");
        boolean pattern = requireOneOf(scanner, "pattern", "real", "integer").equals("pattern");
        boolean mirrored = requireOneOf(scanner, "general", "symmetric").equals("symmetric") || undirected;
        scanner.endLine();
        skipComments(scanner);

        int vertexCount = (int) scanner.number(1, CsrGraph.MAX_STORED_EDGES - 1L, "the number of rows");
        int columns = (int) scanner.number(1, CsrGraph.MAX_STORED_EDGES - 1L, "the number of columns");
        if (columns != vertexCount) {
            throw scanner.error("found " + vertexCount + " rows and " + columns
                    + " columns, expected a square matrix: rows and columns are the same vertices");
        }
        long most = mirrored ? CsrGraph.MAX_STORED_EDGES / 2 : CsrGraph.MAX_STORED_EDGES;
        int entryCount = (int) scanner.number(0, most, "the number of entries");
        scanner.endLine();
        GraphMemory.require(name, vertexCount, entryCount, mirrored ? 2L * entryCount : entryCount);

        EdgeList edges = new EdgeList(mirrored);
        for (int entry = 0; entry < entryCount; entry++) {
            if (!scanner.nextLine()) {
                throw scanner.error("found the end of the file after " + entry + " entries, expected " + entryCount);
            }
            int row = (int) scanner.number(1, vertexCount, "a row") - 1;
            int column = (int) scanner.number(1, vertexCount, "a column") - 1;
            if (!pattern) {
                scanner.skipDecimal("a value");
            }
            scanner.endLine();
            edges.add(row, column);
        }
        if (scanner.nextLine()) {
            throw scanner.unexpected("the end of the file after " + entryCount + " entries");
        }
        return edges.directed(name, vertexCount);
    }

    private static void skipComments(GraphScanner scanner) {
        while (scanner.nextLine() && scanner.peek() == '%') {
            scanner.skipLine();
        }
    }

    private static String requireOneOf(GraphScanner scanner, String... choices) {
        String expected = "'" + String.join("' or '", choices) + "' in the header '" + HEADER + "'";
        if (!scanner.atLineEnd()) {
            for (String choice : choices) {
                if (scanner.nextWordIs(choice)) {
                    scanner.word(expected);
                    return choice;
                }
            }
        }
        throw scanner.unexpected(expected);
    }
}
