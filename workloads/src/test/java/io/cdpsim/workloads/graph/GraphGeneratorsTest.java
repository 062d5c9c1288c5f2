package io.cdpsim.workloads.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphGeneratorsTest {
    /**
     * The hashes come from a C++ program around the CUDA programs' own generators, which work in doubles: FNV-1a over the
     * offsets and then the neighbours, a 32-bit value a step.
     */
    @ParameterizedTest
    @CsvSource({
        "rmat:1:1:0, rmat1_ef1_s0, f45193fc941876c3",
        "rmat:10:16:1, rmat10_ef16_s1, bd52d43901a3fa31",
        "rmat:14:16:1, rmat14_ef16_s1, ae3d46bbe24528a5",
        "rmat:16:16:1, rmat16_ef16_s1, 08f15776bb0f34eb",
        "rmat:18, rmat18_ef16_s1, f60b0453de1b5965",
        "rmat:12:5:7, rmat12_ef5_s7, 21a157cf51eafb0f",
        "rmat:9:3:18446744073709551615, rmat9_ef3_s18446744073709551615, bd66820ec513583f",
        "uniform:10, uniform10_ef8_s1, 9269a1d7c5d0600f",
        "uniform:16:8:1, uniform16_ef8_s1, 80361a0a57cc04bd",
        "uniform:13:3:123456789012345, uniform13_ef3_s123456789012345, 43c6ffaf6e09b003",
        "grid:1, grid1, 08328807b4eb6fed",
        "grid:7, grid7, eb29a97e88ca4699",
        "grid:256, grid256, ecfdbe1bf0fa8443",
        "star:3:4, star3x4, 4d11d18e47e20ef7",
        "star:512:1024, star512x1024, 35d9b01ef0ae55ed",
    })
    void makesTheGraphsOfTheCudaProgramsBitForBit(String spec, String name, String hash) {
        CsrGraph graph = Graphs.load(spec);

        assertThat(graph.name()).isEqualTo(name);
        assertThat(Graphs.displayName(spec)).isEqualTo(name);
        assertThat(Long.toHexString(fnv(fnv(0xcbf29ce484222325L, graph.offsets()), graph.neighbours())))
                .isEqualTo(Long.toHexString(Long.parseUnsignedLong(hash, 16)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 16})
    void anyNumberOfThreadsMakesTheSameGraph(int threads) {
        CsrGraph alone = GraphGenerators.rmat(14, 16, 1, 1);
        CsrGraph shared = GraphGenerators.rmat(14, 16, 1, threads);

        assertThat(shared.offsets()).isEqualTo(alone.offsets());
        assertThat(shared.neighbours()).isEqualTo(alone.neighbours());
    }

    private static long fnv(long start, int[] values) {
        long hash = start;
        for (int value : values) {
            hash = (hash ^ Integer.toUnsignedLong(value)) * 0x100000001B3L;
        }
        return hash;
    }

    /** The facts that the CUDA BFS printed about its graphs on an H200, from its own queue search on the host. */
    @ParameterizedTest
    @CsvSource({
        "rmat:14:16:1, 16384, 524288, 0, 11407, 4, 12571, 524282",
        "rmat:16:16:1, 65536, 2097152, 0, 26005, 4, 46865, 2097132",
        "rmat:18:16:1, 262144, 8388608, 0, 59763, 5, 174101, 8388518",
        "uniform:16:8:1, 65536, 1048576, 22057, 35, 5, 65536, 1048576",
        "grid:256, 65536, 261120, 0, 2, 510, 65536, 261120",
        "star:512:1024, 524801, 1049600, 0, 512, 2, 524801, 1049600",
    })
    void searchesThemAsTheHardwareRunsDid(
            String spec,
            int vertices,
            int storedEdges,
            int source,
            int sourceDegree,
            int depth,
            int reached,
            int edgesScanned) {
        CsrGraph graph = Graphs.load(spec);
        BreadthFirstSearch search = BreadthFirstSearch.search(graph, graph.defaultSource());

        assertThat(graph.vertexCount()).isEqualTo(vertices);
        assertThat(graph.edgeCount()).isEqualTo(storedEdges);
        assertThat(graph.defaultSource()).isEqualTo(source);
        assertThat(graph.degree(graph.defaultSource())).isEqualTo(sourceDegree);
        assertThat(search.depth()).isEqualTo(depth);
        assertThat(search.reached()).isEqualTo(reached);
        assertThat(search.edgesScanned()).isEqualTo(edgesScanned);
    }

    @Test
    void refusesSizesOutOfRangeByName() {
        assertThatThrownBy(() -> GraphGenerators.rmat(29, 16, 1, 1))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage("rmat29_ef16_s1: the scale is 29, expected 1 to 28 (2^scale vertices)");
        assertThatThrownBy(() -> GraphGenerators.uniform(4, 0, 1))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage("uniform4_ef0_s1: the edge factor is 0, expected 1 or more");
        assertThatThrownBy(() -> GraphGenerators.grid(-1))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage("grid-1: the side is -1, expected 1 or more");
        assertThatThrownBy(() -> GraphGenerators.star(1, 0))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage("star1x0: the number of leaves is 0, expected 1 or more");
    }

    @ParameterizedTest
    @CsvSource({"rmat:28:16", "rmat:28:4", "uniform:1:2147483647", "grid:23171", "grid:2147483647", "star:46341:46341"})
    void refusesMoreStoredEdgesThanAnArrayHolds(String spec) {
        assertThatThrownBy(() -> Graphs.load(spec))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageContaining("stored edges are too many, expected at most 2147483639: use fewer");
    }
}
