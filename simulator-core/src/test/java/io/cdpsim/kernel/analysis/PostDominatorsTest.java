package io.cdpsim.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Post-dominators against their definition: a node that every path to the exit meets. */
class PostDominatorsTest {
    @Test
    void theSidesOfAnIfMeetBehindIt() {
        // 0 branches to 1 and 2, both go to 3, which ends.
        assertThat(PostDominators.of(graph(new int[] {1, 2}, new int[] {3}, new int[] {3}, new int[] {4})))
                .startsWith(3, 3, 3, 4);
    }

    @Test
    void theLanesThatLeaveALoopMeetBehindIt() {
        // 0 leaves to 2 or enters the body 1, which goes back.
        assertThat(PostDominators.of(graph(new int[] {1, 2}, new int[] {0}, new int[] {3})))
                .startsWith(2, 0, 3);
    }

    @Test
    void aLoopThatNeverEndsMeetsOnlyAtTheExit() {
        assertThat(PostDominators.of(graph(new int[] {1}, new int[] {0, 1}))).startsWith(2, 2);
    }

    @Test
    void anEmptyGraphHasNothingButTheExit() {
        assertThat(PostDominators.of(List.of())).containsExactly(0);
    }

    static LongStream seeds() {
        return LongStream.range(0, 500);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theImmediatePostDominatorIsTheNearestNodeThatEveryPathMeets(long seed) {
        List<int[]> graph = randomGraph(new SplittableRandom(seed));
        int exit = graph.size();

        int[] result = PostDominators.of(graph);

        for (int node = 0; node < exit; node++) {
            assertThat(result[node]).as("of %d", node).isEqualTo(nearest(graph, node));
        }
    }

    private static int nearest(List<int[]> graph, int node) {
        int exit = graph.size();
        if (!reachesExit(graph, node, -1)) {
            return exit;
        }
        List<Integer> all = new ArrayList<>();
        for (int other = 0; other <= exit; other++) {
            if (other != node && (other == exit || !reachesExit(graph, node, other))) {
                all.add(other);
            }
        }
        // The nearest is post-dominated by all the others.
        for (int candidate : all) {
            boolean nearest = true;
            for (int other : all) {
                boolean behind = other == candidate || other == exit || !reachesExit(graph, candidate, other);
                nearest = nearest && behind && (candidate != exit || all.size() == 1);
            }
            if (nearest) {
                return candidate;
            }
        }
        throw new AssertionError("no nearest among " + all);
    }

    private static boolean reachesExit(List<int[]> graph, int from, int without) {
        int exit = graph.size();
        boolean[] seen = new boolean[exit + 1];
        List<Integer> open = new ArrayList<>(List.of(from));
        seen[from] = true;
        while (!open.isEmpty()) {
            int node = open.remove(open.size() - 1);
            if (node == exit) {
                return true;
            }
            for (int next : graph.get(node)) {
                if (next != without && !seen[next]) {
                    seen[next] = true;
                    open.add(next);
                }
            }
        }
        return false;
    }

    private static List<int[]> randomGraph(SplittableRandom random) {
        int nodes = random.nextInt(1, 14);
        List<int[]> graph = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            int onward = random.nextInt(4) == 0 ? random.nextInt(nodes + 1) : i + 1;
            graph.add(random.nextBoolean() ? new int[] {onward} : new int[] {random.nextInt(nodes + 1), onward});
        }
        return graph;
    }

    private static List<int[]> graph(int[]... successors) {
        return List.of(successors);
    }
}
