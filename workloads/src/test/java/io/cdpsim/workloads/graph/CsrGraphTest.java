package io.cdpsim.workloads.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CsrGraphTest {
    @Test
    void theFirstOfTheHighestDegreeVerticesIsTheDefaultSource() {
        CsrGraph graph = new CsrGraph("g", new int[] {0, 1, 3, 5}, new int[] {0, 0, 2, 1, 1});

        assertThat(graph.vertexCount()).isEqualTo(3);
        assertThat(graph.edgeCount()).isEqualTo(5);
        assertThat(graph.degree(0)).isEqualTo(1);
        assertThat(graph.highestDegreeVertex()).isEqualTo(1);
        assertThat(graph.defaultSource()).isEqualTo(1);
        assertThat(graph).hasToString("g (3 vertices, 5 stored edges)");
    }

    @Test
    void aGridStartsAtItsCornerThoughInnerVerticesHaveMoreNeighbours() {
        CsrGraph grid = GraphGenerators.grid(3);

        assertThat(grid.highestDegreeVertex()).isEqualTo(4);
        assertThat(grid.defaultSource()).isZero();
    }

    @Test
    void refusesArraysThatAreNotCompressedSparseRows() {
        assertThatThrownBy(() -> new CsrGraph("g", new int[] {0}, new int[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CsrGraph("g", new int[] {0, 1}, new int[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CsrGraph("g", new int[] {0, 2, 1, 2}, new int[] {0, 0}))
                .hasMessage("offsets fall after vertex 1");
        assertThatThrownBy(() -> new CsrGraph("g", new int[] {0, 1}, new int[] {1}))
                .hasMessage("stored edge 0 leads to vertex 1, but vertices are 0 to 0");
    }
}
