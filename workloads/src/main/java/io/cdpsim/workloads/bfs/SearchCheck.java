package io.cdpsim.workloads.bfs;

import io.cdpsim.workloads.graph.BreadthFirstSearch;
import java.util.Arrays;

/** Compares a simulated search with the plain one and keeps the first difference. */
final class SearchCheck {
    private final BreadthFirstSearch reference;
    private final int[] sizes;
    private final boolean[] entered;
    private String failure = "";

    SearchCheck(BreadthFirstSearch reference) {
        this.reference = reference;
        this.sizes = new int[reference.depth() + 2];
        this.entered = new boolean[reference.levels().length];
        for (int level : reference.levels()) {
            if (level != BreadthFirstSearch.UNREACHED) {
                sizes[level]++;
            }
        }
    }

    /** The first difference, or an empty text. */
    String failure() {
        return failure;
    }

    /** Records a difference found elsewhere, unless there is an earlier one. */
    void fail(String text) {
        if (failure.isEmpty()) {
            failure = text;
        }
    }

    /** Number of vertices of a level. */
    int size(int level) {
        return level < sizes.length ? sizes[level] : 0;
    }

    /**
     * A frontier contains the vertices of its level, each once.
     *
     * @return whether the search may continue
     */
    boolean frontierSize(int level, int count) {
        if (count != size(level)) {
            fail("frontier of level " + level + " has " + Integer.toUnsignedString(count) + " vertices, expected "
                    + size(level));
        }
        return failure.isEmpty();
    }

    /** Checks the vertices of a frontier. */
    void frontier(int level, int[] vertices) {
        for (int vertex : vertices) {
            if (vertex < 0 || vertex >= entered.length) {
                fail("frontier of level " + level + " holds vertex " + Integer.toUnsignedString(vertex)
                        + ", but vertices are 0 to " + (entered.length - 1));
                return;
            }
            if (reference.levels()[vertex] != level) {
                fail("vertex " + vertex + " is in the frontier of level " + level + ", expected in that of "
                        + reference.levels()[vertex]);
            }
            if (entered[vertex]) {
                fail("vertex " + vertex + " entered a frontier twice, the second time at level " + level);
            }
            entered[vertex] = true;
        }
    }

    /** Checks the level of every vertex. */
    void levels(int[] levels) {
        int vertex = Arrays.mismatch(reference.levels(), levels);
        if (vertex >= 0) {
            fail("vertex " + vertex + " has level " + levels[vertex] + ", expected "
                    + reference.levels()[vertex]);
        }
    }
}
