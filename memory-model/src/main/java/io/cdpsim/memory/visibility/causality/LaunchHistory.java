package io.cdpsim.memory.visibility.causality;

import io.cdpsim.memory.visibility.causality.CausalPast.CausalityQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The launches into one stream, by one block, or into one grid's tail, in order. A causal past with the completion of one of them has the completion of all before it and of their descendants, and the pasts of the launching threads at the launches.
 */
public final class LaunchHistory {
    /** A wait of the launches behind a position for another history's up to a position. */
    private record Wait(int behind, LaunchHistory history, int upTo) {}

    private final Map<Integer, List<GridCausality>> byLaunchingBlock = new HashMap<>();
    private final List<GridCausality> informed = new ArrayList<>(0);
    private final List<Wait> waits = new ArrayList<>(0);
    private final boolean ofOneThread;
    private @Nullable CausalPast acquired;
    private int length;
    private int leastDepth = Integer.MAX_VALUE;
    private int mostDepth;
    private long asked;
    private int queriedUpTo;

    /** An empty history; {@code ofOneThread} if all launches are by one thread, the host. */
    public LaunchHistory(boolean ofOneThread) {
        this.ofOneThread = ofOneThread;
    }

    /** Position of the last launch, from 1; 0 if there was none. */
    public int length() {
        return length;
    }

    /** Appends a launch. @return its position */
    int append(GridCausality grid) {
        length++;
        leastDepth = Math.min(leastDepth, grid.depth());
        mostDepth = Math.max(mostDepth, grid.depth());
        if (!ofOneThread) {
            byLaunchingBlock
                    .computeIfAbsent(grid.launchBlock(), key -> new ArrayList<>(1))
                    .add(grid);
            if (grid.launchKnowledge() != null) {
                informed.add(grid);
            }
        }
        return length;
    }

    /** The number of waits so far. With {@link #length} it is what the record of an event captures. */
    public int waits() {
        return waits.size();
    }

    /**
     * Later launches wait for the contents of another history at some moment: its launches up to a position, and its first waits, of which those behind the last launch are copied.
     */
    public void waitFor(LaunchHistory other, int upTo, int waitsSeen) {
        for (int i = 0; i < waitsSeen; i++) {
            Wait wait = other.waits.get(i);
            if (wait.behind == upTo && other != this) {
                waitFor(wait.history, wait.upTo);
            }
        }
        waitFor(other, upTo);
    }

    private void waitFor(LaunchHistory other, int upTo) {
        if (other != this && upTo > 0 && !waitsAlready(other, upTo)) {
            waits.add(new Wait(length, other, upTo));
        }
    }

    private boolean waitsAlready(LaunchHistory other, int upTo) {
        for (int i = waits.size() - 1; i >= 0; i--) {
            if (waits.get(i).history == other) {
                return waits.get(i).upTo >= upTo;
            }
        }
        return false;
    }

    /** Adds the causal past of a completed grid of this history. */
    void acquire(@Nullable CausalPast knowledge) {
        acquired = CausalPast.joined(acquired, knowledge);
    }

    /** Whether the completion of the launches up to a position includes an access. */
    boolean completionReachesQuery(int upTo, CausalityQuery query) {
        if (upTo == 0 || (asked == query.number() && upTo <= queriedUpTo)) {
            return false;
        }
        asked = query.number();
        queriedUpTo = upTo;
        if (holdsAncestor(query.grid(), upTo) || launchersKnow(upTo, query)) {
            return true;
        }
        CausalPast more = acquired;
        if (more != null && more.knows(query)) {
            return true;
        }
        for (int i = 0; i < waits.size(); i++) {
            Wait wait = waits.get(i);
            if (wait.behind < upTo && wait.history.completionReachesQuery(wait.upTo, query)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the start of the launch behind a position includes an access. */
    boolean successorKnows(int position, CausalityQuery query) {
        return completionReachesQuery(position, query) || waitsReachQuery(position, query);
    }

    private boolean waitsReachQuery(int position, CausalityQuery query) {
        for (int i = 0; i < waits.size(); i++) {
            Wait wait = waits.get(i);
            if (wait.behind == position && wait.history.completionReachesQuery(wait.upTo, query)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a grid is one of the launches up to a position, or belongs to one. */
    boolean holdsAncestor(GridCausality grid, int upTo) {
        // The launches of most histories have one depth.
        for (GridCausality each = grid.ancestorUpTo(mostDepth);
                each != null && each.depth() >= leastDepth;
                each = each.parent()) {
            if (each.positionIn(this) <= upTo) {
                return true;
            }
        }
        return false;
    }

    private boolean launchersKnow(int upTo, CausalityQuery query) {
        if (ofOneThread) {
            return false;
        }
        long epoch = query.epoch();
        List<GridCausality> launched = byLaunchingBlock.get(Epoch.block(epoch));
        if (launched != null) {
            for (int i = launched.size() - 1; i >= 0; i--) {
                GridCausality each = launched.get(i);
                if (each.positionIn(this) <= upTo && each.launcherKnows(epoch)) {
                    return true;
                }
            }
        }
        GridCausality last = null;
        for (int i = informed.size() - 1; i >= 0; i--) {
            GridCausality each = informed.get(i);
            if (each.positionIn(this) <= upTo && (last == null || !last.isLaunchedByThreadOf(each))) {
                // The causal past of a thread only grows, so its last launch includes the earlier ones.
                last = each;
                CausalPast more = each.launchKnowledge();
                if (more != null && more.knows(query)) {
                    return true;
                }
            }
        }
        return false;
    }
}
