package io.cdpsim.memory.visibility.causality;

import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a thread has learned beyond what its grid knew when it started: up to which clock it knows other threads, and which launches it knows
 * to be complete. Whoever knows a thread knows what its grid knew at its start. Not changed once it has been handed to somebody, so that it
 * can be shared.
 */
public final class CausalPast {
    private static final long BLOCK_KEY = 1L << 62;
    private static final long WARP_KEY = 1L << 61;

    /** Launches of a history up to a position, the position included, are complete. */
    private record Complete(LaunchHistory history, int upTo) {}

    private final SparseClock clocks;
    private final List<GridCausality> starts;
    private final List<Complete> complete;
    private long asked;

    /** Of nothing. */
    public CausalPast() {
        clocks = new SparseClock();
        starts = new ArrayList<>(1);
        complete = new ArrayList<>(1);
    }

    private CausalPast(CausalPast other) {
        clocks = new SparseClock(other.clocks);
        starts = new ArrayList<>(other.starts);
        complete = new ArrayList<>(other.complete);
    }

    CausalPast copy() {
        return new CausalPast(this);
    }

    /** That a thread knows itself up to a clock, its block up to another, its warp up to a third; 0 for none. */
    void addThread(GridCausality grid, long threadKey, int clock, int blockClock, int warpClock) {
        clocks.raise(threadKey, clock);
        long block = threadKey >>> Epoch.THREAD_BITS;
        if (blockClock > 0) {
            clocks.raise(BLOCK_KEY | block, blockClock);
        }
        if (warpClock > 0) {
            clocks.raise(WARP_KEY | threadKey >>> Lanes.SHIFT, warpClock);
        }
        if (!starts.contains(grid)) {
            starts.add(grid);
        }
    }

    /** That the launches of a history are complete up to a position. */
    public void addComplete(LaunchHistory history, int upTo) {
        for (int i = 0; i < complete.size(); i++) {
            if (complete.get(i).history == history) {
                if (complete.get(i).upTo < upTo) {
                    complete.set(i, new Complete(history, upTo));
                }
                return;
            }
        }
        complete.add(new Complete(history, upTo));
    }

    /** Learns all that the other knows. */
    void add(CausalPast other) {
        clocks.raiseAll(other.clocks);
        for (GridCausality start : other.starts) {
            if (!starts.contains(start)) {
                starts.add(start);
            }
        }
        other.complete.forEach(c -> addComplete(c.history, c.upTo));
    }

    private boolean covers(CausalPast other) {
        return starts.containsAll(other.starts)
                && clocks.covers(other.clocks)
                && other.complete.stream()
                        .allMatch(c -> complete.stream().anyMatch(m -> m.history == c.history && m.upTo >= c.upTo));
    }

    /** What somebody knows who knew one thing and learns another. */
    public static @Nullable CausalPast joined(@Nullable CausalPast a, @Nullable CausalPast b) {
        if (a == null || a == b) {
            return b;
        }
        if (b == null || a.covers(b)) {
            return a;
        }
        if (b.covers(a)) {
            return b;
        }
        CausalPast both = a.copy();
        both.add(b);
        return both;
    }

    /** Whether an access is known. */
    boolean knows(CausalityQuery query) {
        if (asked == query.number()) {
            return false;
        }
        asked = query.number();
        long epoch = query.epoch();
        long key = Epoch.threadKey(epoch);
        int clock = Epoch.clock(epoch);
        if (clocks.size() > 0
                && (clocks.get(key) >= clock
                        || clocks.get(BLOCK_KEY | key >>> Epoch.THREAD_BITS) >= clock
                        || clocks.get(WARP_KEY | key >>> Lanes.SHIFT) >= clock)) {
            return true;
        }
        for (int i = 0; i < complete.size(); i++) {
            if (complete.get(i).history.completionTells(complete.get(i).upTo, query)) {
                return true;
            }
        }
        for (int i = 0; i < starts.size(); i++) {
            if (starts.get(i).startKnows(query)) {
                return true;
            }
        }
        return false;
    }
}
