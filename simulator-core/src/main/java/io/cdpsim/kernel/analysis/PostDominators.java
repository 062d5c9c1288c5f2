package io.cdpsim.kernel.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Immediate post-dominators of instructions: where the lanes that a branch parts are sure to meet again.
 *
 * <p>The iterative algorithm of Cooper, Harvey and Kennedy on the reversed flow graph, whose root is a virtual node behind all exits.
 */
public final class PostDominators {
    private static final int UNKNOWN = -1;

    private PostDominators() {}

    /**
     * Finds them all.
     *
     * @param successors for each node the nodes that may follow; node {@code successors.size()} is the virtual exit
     * @return for each node its immediate post-dominator; the virtual exit where there is none nearer, or where no exit is reached
     */
    public static int[] of(List<int[]> successors) {
        int exit = successors.size();
        List<List<Integer>> predecessors = new ArrayList<>();
        for (int i = 0; i <= exit; i++) {
            predecessors.add(new ArrayList<>());
        }
        for (int i = 0; i < exit; i++) {
            for (int next : successors.get(i)) {
                predecessors.get(next).add(i);
            }
        }
        int[] number = new int[exit + 1];
        int[] order = postorder(exit, predecessors, number);
        int[] dominator = new int[exit + 1];
        Arrays.fill(dominator, UNKNOWN);
        dominator[exit] = exit;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int k = order.length - 2; k >= 0; k--) {
                int node = order[k];
                int best = UNKNOWN;
                for (int next : successors.get(node)) {
                    if (dominator[next] != UNKNOWN) {
                        best = best == UNKNOWN ? next : intersect(best, next, dominator, number);
                    }
                }
                if (best != dominator[node]) {
                    dominator[node] = best;
                    changed = true;
                }
            }
        }
        for (int i = 0; i < exit; i++) {
            if (dominator[i] == UNKNOWN) {
                dominator[i] = exit;
            }
        }
        return dominator;
    }

    private static int intersect(int left, int right, int[] dominator, int[] number) {
        int a = left;
        int b = right;
        while (a != b) {
            while (number[a] < number[b]) {
                a = dominator[a];
            }
            while (number[b] < number[a]) {
                b = dominator[b];
            }
        }
        return a;
    }

    private static int[] postorder(int root, List<List<Integer>> edges, int[] number) {
        int[] order = new int[edges.size()];
        int[] stack = new int[edges.size()];
        int[] nextEdge = new int[edges.size()];
        boolean[] seen = new boolean[edges.size()];
        int depth = 0;
        int count = 0;
        stack[depth++] = root;
        seen[root] = true;
        while (depth > 0) {
            int node = stack[depth - 1];
            if (nextEdge[node] < edges.get(node).size()) {
                int next = edges.get(node).get(nextEdge[node]++);
                if (!seen[next]) {
                    seen[next] = true;
                    stack[depth++] = next;
                }
            } else {
                depth--;
                number[node] = count;
                order[count++] = node;
            }
        }
        return Arrays.copyOf(order, count);
    }
}
