package io.cdpsim.workloads.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphFileReaderTest {
    @Test
    void aGeneralMatrixIsStoredAsListed() {
        assertRows("general_pattern.mtx", "0: 1 2 1", "1:", "2: 3", "3: 3", "4: 0");
        assertRows("general_integer.mtx", "0: 1", "1:", "2: 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"symmetric_real.mtx", "symmetric_real.mtx.gz"})
    void aSymmetricMatrixIsStoredInBothDirectionsAndItsDiagonalOnce(String file) {
        assertRows(file, "0: 1 2", "1: 0", "2: 0 2 3", "3: 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"roads.gr", "roads.gr.gz"})
    void dimacsArcsAreStoredAsListed(String file) {
        assertRows(file, "0: 1", "1: 0 2", "2: 1", "3: 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"web.txt", "web.txt.gz", "gzip_without_the_name.txt"})
    void idsOfAnEdgeListAreNumberedInOrderOfFirstAppearance(String file) {
        assertRows(file, "0: 1 2", "1: 2", "2: 2", "3: 1");
    }

    @ParameterizedTest
    @CsvSource({
        "# Undirected graph: ../data/com.ungraph.txt, true",
        "#undirected graph, true",
        "# Directed graph (each unordered pair of nodes is saved once), false",
        "# Nodes of an undirected graph: 4, false"
    })
    void anEdgeListThatSaysSoIsUndirected(String comment, boolean undirected, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("snap.txt"), "# SNAP\n" + comment + "\n# FromNodeId\n7 8\n8 8\n");

        CsrGraph graph = GraphFileReader.read(file, false);

        assertThat(rows(graph)).containsExactly("0: 1", undirected ? "1: 0 1" : "1: 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "g.txt | 0 1;1 1",
                "g.mtx | %%MatrixMarket matrix coordinate pattern general;2 2 2;1 2;2 2",
                "g.gr | p sp 2 2;a 1 2 5;a 2 2 5"
            })
    void undirectedStoresEachEdgeOfAnyFormatInBothDirectionsAndLoopsOnce(
            String name, String lines, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve(name), lines.replace(';', '\n') + "\n");

        assertThat(rows(GraphFileReader.read(file, false))).containsExactly("0: 1", "1: 1");
        assertThat(rows(GraphFileReader.read(file, true))).containsExactly("0: 1", "1: 0 1");
    }

    @Test
    void linesMayEndInAnyOfTheThreeUsualWays() {
        assertRows("crlf.txt", "0: 1", "1: 2", "2: 0");
        assertRows("cr.txt", "0: 1", "1: 2", "2:");
    }

    @Test
    void aThirdColumnOfAnEdgeListIsLetPass() {
        assertRows("weighted.txt", "0: 1", "1: 2", "2:");
    }

    @Test
    void theGraphIsNamedAfterItsFile() {
        String path = resource("web.txt.gz").toString();

        assertThat(Graphs.load(path).name()).isEqualTo("web.txt.gz");
        assertThat(Graphs.displayName(path)).isEqualTo("web.txt.gz");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aFileOfManyBuffersIsReadWhole(long seed, @TempDir Path folder) throws IOException {
        Random random = new Random(seed);
        int vertices = 1000;
        int entries = 50_000;
        int[] rows = random.ints(entries, 1, vertices + 1).toArray();
        int[] columns = random.ints(entries, 1, vertices + 1).toArray();
        StringBuilder text = new StringBuilder("%%MatrixMarket matrix coordinate pattern general\n")
                .append("% ")
                .append("x".repeat(random.nextInt(100_000)))
                .append('\n')
                .append(vertices + " " + vertices + " " + entries + "\n");
        for (int entry = 0; entry < entries; entry++) {
            text.append(" ".repeat(random.nextInt(4)))
                    .append(rows[entry])
                    .append('\t')
                    .append(columns[entry])
                    .append('\n');
        }
        // The extension says nothing, the header does.
        Path file = Files.writeString(folder.resolve("matrix"), text);

        CsrGraph graph = Graphs.load(file.toString());

        int[] taken = new int[vertices];
        int[] columnsRead = new int[entries];
        for (int entry = 0; entry < entries; entry++) {
            int row = rows[entry] - 1;
            columnsRead[entry] = graph.neighbours()[graph.offsets()[row] + taken[row]] + 1;
            taken[row]++;
        }
        assertThat(columnsRead).containsExactly(columns);
        assertThat(graph.edgeCount()).isEqualTo(entries);
    }

    @Test
    void manySparseIdsKeepTheirOrder(@TempDir Path folder) throws IOException {
        long[] ids = new Random(7).longs(20_000, 0, Long.MAX_VALUE).distinct().toArray();
        StringBuilder text = new StringBuilder();
        for (long id : ids) {
            text.append(ids[0]).append(' ').append(id).append('\n');
        }
        Path file = Files.writeString(folder.resolve("sparse.txt"), text);

        CsrGraph graph = Graphs.load(file.toString());

        assertThat(graph.vertexCount()).isEqualTo(ids.length);
        assertThat(graph.neighbours())
                .containsExactly(IntStream.range(0, ids.length).toArray());
    }

    @Test
    void aHugeDeclaredSizeIsRejectedBeforeAllocation(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("huge.gr"), "p sp 2147483638 2147483639\na 1 2 3\n");

        assertThatThrownBy(() -> Graphs.load(file.toString()))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageStartingWith("huge.gr: the graph needs about ")
                .hasMessageContaining("take a smaller graph or give a larger heap, CDPSIM_JAVA_OPTS=-Xmx");
    }

    @ParameterizedTest
    @CsvSource({
        "a.mtx, '%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n'",
        "a.gr, 'c roads\np sp 2 1\na 1 2 3\n'",
        "a.txt, '# roads\n0 1\n'"
    })
    void aByteOrderMarkAndOtherEndsOfLinesChangeNothing(String name, String text, @TempDir Path folder)
            throws IOException {
        Path file = Files.writeString(folder.resolve(name), "\uFEFF" + text.replace("\n", "\r\n"));

        CsrGraph graph = Graphs.load(file.toString());

        assertThat(graph.vertexCount()).isEqualTo(2);
        assertThat(graph.neighbours()).containsExactly(1);
    }

    @Test
    void aFolderIsNotAGraph(@TempDir Path folder) {
        assertThatThrownBy(() -> Graphs.load(folder.toString()))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(folder + ": is a directory, expected a graph file");
    }

    @Test
    void aFileThatHasGoneIsNamed() {
        assertThatThrownBy(() -> GraphFileReader.read(Path.of("gone.mtx"), false))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage("gone.mtx: no such graph file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "empty.mtx               | : is empty, expected a Matrix Market, DIMACS .gr or SNAP edge list graph",
                "empty.txt               | : is empty, expected a Matrix Market, DIMACS .gr or SNAP edge list graph",
                "empty_inside.txt.gz     | : is empty, expected a Matrix Market, DIMACS .gr or SNAP edge list graph",
                "truncated.txt.gz        | :1: the gzip data ends early, expected the rest: copy the file again",
                "truncated_header.txt.gz | :1: the gzip data ends early, expected the rest: copy the file again",
                "damaged.txt.gz          | : the gzip data is damaged (",
                "missing_header.mtx      | :1: found '1', expected the header '%%MatrixMarket matrix coordinate"
                        + " pattern",
                "comment_for_header.mtx  | :1: found '%', expected the header '%%MatrixMarket matrix coordinate"
                        + " pattern",
                "short_header.mtx        | :1: found the end of the line, expected 'pattern' or 'real' or 'integer' in",
                "array.mtx               | :1: found 'array', expected 'coordinate' in the header",
                "complex.mtx             | :1: found 'complex', expected 'pattern' or 'real' or 'integer' in the"
                        + " header",
                "hermitian.mtx           | :1: found 'hermitian', expected 'general' or 'symmetric' in the header",
                "no_size.mtx             | :3: found the end of the file, expected the number of rows from 1 to"
                        + " 2147483638",
                "zero_size.mtx           | :2: found '0', expected the number of rows from 1 to 2147483638",
                "negative_size.mtx       | :2: found '-3', expected the number of rows from 1 to 2147483638",
                "not_square.mtx          | :2: found 3 rows and 4 columns, expected a square matrix",
                "too_many_declared.mtx   | :2: found '99999999999', expected the number of entries from 0 to"
                        + " 2147483639",
                "too_few_entries.mtx     | :5: found the end of the file after 2 entries, expected 3",
                "too_many_entries.mtx    | :4: found '2', expected the end of the file after 1 entries",
                "index_too_large.mtx     | :4: found '4', expected a column from 1 to 3",
                "index_zero.mtx          | :4: found '0', expected a row from 1 to 3",
                "index_not_a_number.mtx  | :3: found 'two', expected a column from 1 to 3",
                "value_not_a_number.mtx  | :3: found '1.5.2', expected a value",
                "value_missing.mtx       | :3: found the end of the line, expected a value",
                "pattern_with_value.mtx  | :3: found '0.5', expected the end of the line",
                "no_problem.gr           | :2: found 'a', expected the problem line 'p sp VERTICES ARCS'",
                "only_comment.gr         | :2: found the end of the file, expected the problem line",
                "other_problem.gr        | :1: found 'edge', expected the problem line 'p sp VERTICES ARCS'",
                "too_few_arcs.gr         | :3: found the end of the file after 1 arcs, expected 2",
                "too_many_arcs.gr        | :3: found 'a', expected the end of the file after 1 arcs",
                "index_too_large.gr      | :2: found '4', expected a vertex from 1 to 3",
                "length_missing.gr       | :2: found the end of the line, expected a length",
                "unknown_line.gr         | :3: found 'x', expected an arc 'a FROM TO LENGTH'",
                "only_comments.txt       | :3: found the end of the file, expected a line 'FROM TO' for at least one"
                        + " edge",
                "one_column.txt          | :2: found the end of the line, expected a vertex id from 0 to",
                "not_a_number.txt        | :2: found 'three', expected a vertex id from 0 to",
                "commas.txt              | :1: found '1,2', expected a vertex id from 0 to",
                "negative_id.txt         | :2: found '-1', expected a vertex id from 0 to",
                "id_too_large.txt        | :2: found '99999999999999999999', expected a vertex id from 0 to"
                        + " 92233720368547",
                "adjacency_list.txt      | :1: found '4', expected the end of the line",
                "binary.txt              | :1: found '\\x7fELF\\x01\\x02', expected a vertex id from 0 to",
            })
    void aBadFileIsReportedWithFileLineAndWhatWasFound(String file, String message) {
        Path path = resource("bad/" + file);

        assertThatThrownBy(() -> Graphs.load(path.toString()))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageStartingWith(path.toString())
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    /** Any garbage gives a graph or an error of our own kind, never another exception or a hang. */
    @ParameterizedTest
    @ValueSource(strings = {"general_pattern.mtx", "symmetric_real.mtx.gz", "roads.gr", "web.txt", "web.txt.gz"})
    void aFileWithDamagedBytesGivesAGraphOrAFormatError(String file, @TempDir Path folder) throws IOException {
        byte[] good = Files.readAllBytes(resource(file));
        Random random = new Random(11);
        for (int trial = 0; trial < 500; trial++) {
            byte[] damaged = good.clone();
            for (int change = 0; change <= random.nextInt(3); change++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            Path path = Files.write(folder.resolve(file), damaged);
            try {
                assertThat(Graphs.load(path.toString()).vertexCount()).isPositive();
            } catch (GraphFormatException e) {
                assertThat(e.getMessage()).contains(file).doesNotContain("\n");
            }
        }
    }

    private static void assertRows(String file, String... rows) {
        assertThat(rows(Graphs.load(resource(file).toString()))).containsExactly(rows);
    }

    private static String[] rows(CsrGraph graph) {
        String[] stored = new String[graph.vertexCount()];
        for (int vertex = 0; vertex < stored.length; vertex++) {
            StringBuilder row = new StringBuilder(vertex + ":");
            for (int edge = graph.offsets()[vertex]; edge < graph.offsets()[vertex + 1]; edge++) {
                row.append(' ').append(graph.neighbours()[edge]);
            }
            stored[vertex] = row.toString();
        }
        return stored;
    }

    private static Path resource(String file) {
        URL url = GraphFileReaderTest.class.getResource(file);
        if (url == null) {
            throw new UncheckedIOException(new IOException("no test resource " + file));
        }
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
