package io.cdpsim.workloads.bfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.Graphs;
import org.junit.jupiter.api.Test;

class SearchProgressTest {
    /** A centre, three hubs, six leaves. */
    private final SearchCheck check = new SearchCheck(BreadthFirstSearch.search(Graphs.load("star:3:2"), 0));

    private final Progress progress = new Progress();

    @Test
    void theHostsLevelsCount() {
        new SearchProgress(progress, check, BfsVariant.SERIAL).levelBegins(4);

        assertThat(progress.done()).isEqualTo(4);
    }

    @Test
    void aDriversLevelsCountWhenTheNextIsLaunched() {
        SearchProgress steps = new SearchProgress(progress, check, BfsVariant.DRIVER);

        steps.gridPosted(2, 1, "expand", 1, 1, 0);
        assertThat(progress.done()).isZero();
        steps.gridPosted(3, 2, "neighbours", 2, 1, 0);
        steps.gridPosted(4, 1, "expand", 1, 1, 0);
        assertThat(progress.done()).isEqualTo(1);
        steps.gridPosted(5, 1, "expand", 1, 1, 0);
        assertThat(progress.done()).isEqualTo(4);
    }

    @Test
    void withAGridAVertexEachCompletedGridCounts() {
        SearchProgress steps = new SearchProgress(progress, check, BfsVariant.CDP);

        for (int grid = 1; grid <= 130; grid++) {
            steps.gridCompleted(grid, 0);
        }

        assertThat(progress.done()).isBetween(100L, 130L);
    }
}
