package io.cdpsim.workloads.bfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.CsrGraph;
import org.junit.jupiter.api.Test;

class SearchCheckTest {
    /** 0 to 1 and 2, 1 to 3; nothing leads to 4. */
    private final SearchCheck check = new SearchCheck(
            BreadthFirstSearch.search(new CsrGraph("five", new int[] {0, 2, 3, 3, 3, 3}, new int[] {1, 2, 3}), 0));

    @Test
    void aRightSearchHasNoFailure() {
        check.frontier(0, new int[] {0});
        assertThat(check.frontierSize(1, 2)).isTrue();
        check.frontier(1, new int[] {2, 1});
        check.frontier(2, new int[] {3});
        assertThat(check.frontierSize(3, 0)).isTrue();
        check.levels(new int[] {0, 1, 1, 2, -1});

        assertThat(check.failure()).isEmpty();
    }

    @Test
    void namesTheFirstVertexWithAWrongLevel() {
        check.levels(new int[] {0, 1, 1, 3, 4});

        assertThat(check.failure()).isEqualTo("vertex 3 has level 3, expected 2");
    }

    @Test
    void aVertexMayEnterAFrontierOnce() {
        check.frontier(1, new int[] {1, 1});

        assertThat(check.failure()).isEqualTo("vertex 1 entered a frontier twice, the second time at level 1");
    }

    @Test
    void aVertexMayEnterTheFrontierOfItsLevelOnly() {
        check.frontier(1, new int[] {3});

        assertThat(check.failure()).isEqualTo("vertex 3 is in the frontier of level 1, expected in that of 2");
    }

    @Test
    void aFrontierHoldsVerticesOnly() {
        check.frontier(1, new int[] {-1});

        assertThat(check.failure()).isEqualTo("frontier of level 1 holds vertex 4294967295, but vertices are 0 to 4");
    }

    @Test
    void aFrontierHasTheSizeOfItsLevel() {
        assertThat(check.frontierSize(1, 3)).isFalse();
        assertThat(check.frontierSize(9, 0)).isFalse();

        assertThat(check.failure()).isEqualTo("frontier of level 1 has 3 vertices, expected 2");
    }
}
