package io.cdpsim.observe.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.RunEvent.GraphEvent.Launched;
import io.cdpsim.observe.RunEvent.GraphLaunchKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphNodeTotalsTest {
    private static GraphLaunchLifetime launch(long number, long called, long started, long ended) {
        GraphNodeLifetime first = new GraphNodeLifetime(
                0, "a", 1, "", -1, started, started, started + 5, started + 7, started + 20, List.of());
        GraphNodeLifetime second = new GraphNodeLifetime(
                1, "b", 2, "node 0 (a)", 0, started, started + 20, started + 24, started + 24, ended, List.of());
        return new GraphLaunchLifetime(
                new Launched(called, 0, number, 1, GraphLaunchKind.HOST, 0, 0, -1, 0),
                started,
                ended,
                List.of(first, second));
    }

    /** The sums are those of the two launches by hand. */
    @Test
    void launchesAndNodesAreSummedByGraph() {
        assertThat(GraphNodeTotals.of(List.of(launch(1, 100, 100, 150), launch(2, 110, 150, 210))))
                .containsExactly(
                        new GraphNodeTotals(0, 1, GraphNodeTotals.LAUNCHES, "launches", 2, 40, 0, 0, 50 + 60, 60),
                        new GraphNodeTotals(0, 1, 0, "a", 2, 0, 10, 4, 26, 13),
                        new GraphNodeTotals(0, 1, 1, "b", 2, 40, 8, 0, 26 + 36, 36));
    }

    @Test
    void aLaunchThatHasNotEndedIsLeftOut() {
        assertThat(GraphNodeTotals.of(List.of(new GraphLaunchLifetime(
                        new Launched(5, 0, 1, 1, GraphLaunchKind.HOST, 0, 0, -1, 0), 5, -1, List.of()))))
                .isEmpty();
    }
}
