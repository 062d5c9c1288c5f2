package io.cdpsim.workloads.bfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.Graphs;
import org.junit.jupiter.api.Test;

class SearchProgressTest {
    /** A centre, three hubs, six leaves. */
    private final SearchCheck check = new SearchCheck(BreadthFirstSearch.search(Graphs.load("star:3:2"), 0));

    private final Progress progress = new Progress();

    private static GridEvent posted(long grid, long parent, String kernel, int depth) {
        return new GridEvent.Posted(0, 0, grid, parent, kernel, LaunchKind.STREAM, 1, depth, 1, 32);
    }

    @Test
    void theHostsLevelsCount() {
        new SearchProgress(progress, check, BfsVariant.SERIAL).levelStarts(4);

        assertThat(progress.done()).isEqualTo(4);
    }

    @Test
    void aDriversLevelsCountWhenTheNextIsLaunched() {
        SearchProgress steps = new SearchProgress(progress, check, BfsVariant.DRIVER);

        steps.happened(posted(2, 1, "expand", 1));
        assertThat(progress.done()).isZero();
        steps.happened(posted(3, 2, "neighbours", 2));
        steps.happened(posted(4, 1, "expand", 1));
        assertThat(progress.done()).isEqualTo(1);
        steps.happened(posted(5, 1, "expand", 1));
        assertThat(progress.done()).isEqualTo(4);
    }

    @Test
    void withAGridAVertexEachCompletedGridCounts() {
        SearchProgress steps = new SearchProgress(progress, check, BfsVariant.CDP);

        for (int grid = 1; grid <= 130; grid++) {
            steps.happened(new GridEvent.Completed(0, 0, grid));
        }

        assertThat(progress.done()).isBetween(100L, 130L);
    }
}
