package io.cdpsim.workloads.recursive;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.GridEvent;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunListener;
import java.util.EnumSet;
import java.util.Set;

/**
 * Watches the first two grids of one depth, which the same block launches into its NULL stream: the second may start only when the first
 * and all it launched are complete (rule STR-7).
 */
final class SiblingOrder implements RunListener {
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
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent.Posted posted && posted.depth() == watchedDepth) {
            if (first == 0) {
                first = posted.grid();
            } else if (second == 0) {
                second = posted.grid();
            }
        } else if (event instanceof GridEvent.Started started && started.grid() == second) {
            secondStarted = started.timeCycles();
        } else if (event instanceof GridEvent.Completed completed && completed.grid() == first) {
            firstCompleted = completed.timeCycles();
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
