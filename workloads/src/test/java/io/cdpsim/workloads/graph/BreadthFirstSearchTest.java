package io.cdpsim.workloads.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BreadthFirstSearchTest {
    @Test
    void aVertexThatNoEdgeLeadsToStaysUnreached() {
        CsrGraph path = new CsrGraph("path", new int[] {0, 1, 2, 2, 3}, new int[] {1, 2, 0});
        BreadthFirstSearch search = BreadthFirstSearch.search(path, 0);

        assertThat(search.levels()).containsExactly(0, 1, 2, BreadthFirstSearch.UNREACHED);
        assertThat(search.depth()).isEqualTo(2);
        assertThat(search.reached()).isEqualTo(3);
        assertThat(search.edgesScanned()).isEqualTo(2);
    }

    @Test
    void aSourceWithoutNeighboursReachesItselfAlone() {
        BreadthFirstSearch search = BreadthFirstSearch.search(GraphGenerators.grid(1), 0);

        assertThat(search.levels()).containsExactly(0);
        assertThat(search.depth()).isZero();
        assertThat(search.reached()).isEqualTo(1);
        assertThat(search.edgesScanned()).isZero();
    }

    @Test
    void rejectsASourceThatIsNotAVertex() {
        assertThatThrownBy(() -> BreadthFirstSearch.levels(GraphGenerators.grid(2), 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no source vertex 4 in grid2, expected 0 to 3");
        assertThatThrownBy(() -> BreadthFirstSearch.levels(GraphGenerators.grid(2), -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Bellman-Ford with unit lengths finds the same levels without a queue. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void levelsAreShortestDistances(long seed) {
        CsrGraph graph = GraphGenerators.uniform(8, 1, seed);

        assertThat(BreadthFirstSearch.levels(graph, 3)).containsExactly(relaxedDistances(graph, 3));
    }

    private static int[] relaxedDistances(CsrGraph graph, int source) {
        int[] distances = new int[graph.vertexCount()];
        Arrays.fill(distances, BreadthFirstSearch.UNREACHED);
        distances[source] = 0;
        for (int round = 0; round < graph.vertexCount(); round++) {
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                for (int edge = graph.offsets()[vertex]; edge < graph.offsets()[vertex + 1]; edge++) {
                    int neighbour = graph.neighbours()[edge];
                    boolean nearer = distances[neighbour] < 0 || distances[vertex] + 1 < distances[neighbour];
                    if (distances[vertex] >= 0 && nearer) {
                        distances[neighbour] = distances[vertex] + 1;
                    }
                }
            }
        }
        return distances;
    }
}
