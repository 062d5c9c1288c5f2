package io.cdpsim.memory.visibility.causality;

import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The accesses that happen before a thread's next one, beyond those before the start of its grid: clocks of other threads up to which it includes their accesses, and completed launches. A past that includes a thread includes the past of its grid's start. Never changed after publication, so that threads share it.
 */
public final class CausalPast {
    private static final long BLOCK_KEY = 1L << 62;
    private static final long WARP_KEY = 1L << 61;

    /** The completion of a history's launches up to a position, inclusive. */
    private record Complete(LaunchHistory history, int upTo) {}

    private final SparseClock clocks;
    private final List<GridCausality> starts;
    private final List<Complete> complete;
    private long asked;

    /** An empty past. */
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

    /** Adds a thread up to a clock, its block up to another, its warp up to a third; 0 for none. */
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

    /** Adds the completion of a history's launches up to a position. */
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

    /** Adds another past. */
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

    /** The union of two pasts. */
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

    /** Whether the past includes an access. */
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
            if (complete.get(i).history.completionReachesQuery(complete.get(i).upTo, query)) {
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

    /**
     * A search for an access in a graph of pasts. Nodes without it are marked with the query's number, so that the search visits each once.
     */
    public static final class CausalityQuery {
        private long number;
        private long epoch;
        private GridCausality grid;

        /** A query that has not run. */
        public CausalityQuery(GridCausality anyGrid) {
            grid = anyGrid;
        }

        /** Starts a query for an access of a thread of a grid. */
        public CausalityQuery of(long accessEpoch, GridCausality accessor) {
            number++;
            epoch = accessEpoch;
            grid = accessor;
            return this;
        }

        /** Starts the query for the same access again. */
        CausalityQuery again() {
            number++;
            return this;
        }

        long number() {
            return number;
        }

        long epoch() {
            return epoch;
        }

        GridCausality grid() {
            return grid;
        }
    }
}
