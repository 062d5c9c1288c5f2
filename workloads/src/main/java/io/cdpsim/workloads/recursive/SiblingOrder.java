package io.cdpsim.workloads.recursive;

import io.cdpsim.observe.ExecutionListener;

/**
 * Watches the first two grids of one depth, which the same block launches into its NULL stream: the second may start only when the first
 * and all it launched are complete (rule STR-7).
 */
final class SiblingOrder implements ExecutionListener {
    private static final long NEVER = Long.MAX_VALUE;

    private final int watchedDepth;
    private long first;
    private long second;
    private long firstCompleted = NEVER;
    private long secondStarted = NEVER;

    SiblingOrder(int watchedDepth) {
        this.watchedDepth = watchedDepth;
    }

    @Override
    public void gridPosted(long grid, long parent, String kernel, int depth, long blocks, long timeCycles) {
        if (depth == watchedDepth) {
            if (first == 0) {
                first = grid;
            } else if (second == 0) {
                second = grid;
            }
        }
    }

    @Override
    public void gridStarted(long grid, long timeCycles) {
        if (grid == second) {
            secondStarted = timeCycles;
        }
    }

    @Override
    public void gridCompleted(long grid, long timeCycles) {
        if (grid == first) {
            firstCompleted = timeCycles;
        }
    }

    /** What is wrong with the order; empty if nothing is, or if there were no two grids. */
    String failure() {
        if (second == 0 || (firstCompleted != NEVER && secondStarted >= firstCompleted)) {
            return "";
        }
        return "order at depth " + watchedDepth + ": expected grid " + second + " to start when grid " + first
                + " is complete" + (firstCompleted == NEVER ? "" : " (cycle " + firstCompleted + ")") + ", got "
                + (secondStarted == NEVER ? "no start" : "a start at cycle " + secondStarted);
    }
}
