package io.cdpsim.memory.visibility.causality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The launches into one stream, or by one block, or into one grid's tail, in order. Who knows that one of them is complete knows that of all
 * before it, of all they launched, and what the launching threads knew when they launched.
 */
public final class LaunchHistory {
    /** The launches behind a position wait for another history's up to a position. */
    private record Wait(int behind, LaunchHistory history, int upTo) {}

    private final Map<Integer, List<GridCausality>> byLaunchingBlock = new HashMap<>();
    private final List<GridCausality> informed = new ArrayList<>(0);
    private final List<Wait> waits = new ArrayList<>(0);
    private final boolean ofOneThread;
    private @Nullable CausalPast acquired;
    private int length;
    private long asked;
    private int askedUpTo;

    /** An empty history; {@code ofOneThread} if all launches are by one thread, the host, which knows what it knew before. */
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

    /** How many waits there are so far: with {@link #length}, what a record of an event captures. */
    public int waits() {
        return waits.size();
    }

    /**
     * What comes from now on waits for what another history held at some moment: its launches up to a position, and its first so many
     * waits, of which those behind the last launch are for nobody else to tell.
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

    /** A grid of this history has ended, whose threads had learned this. */
    void acquire(@Nullable CausalPast knowledge) {
        acquired = CausalPast.joined(acquired, knowledge);
    }

    /** Whether who knows that the launches up to a position are complete knows an access. */
    boolean completionTells(int upTo, CausalityQuery query) {
        if (upTo == 0 || (asked == query.number() && upTo <= askedUpTo)) {
            return false;
        }
        asked = query.number();
        askedUpTo = upTo;
        if (holdsAncestor(query.grid(), upTo) || launchersKnow(upTo, query)) {
            return true;
        }
        CausalPast more = acquired;
        if (more != null && more.knows(query)) {
            return true;
        }
        for (int i = 0; i < waits.size(); i++) {
            Wait wait = waits.get(i);
            if (wait.behind < upTo && wait.history.completionTells(wait.upTo, query)) {
                return true;
            }
        }
        return false;
    }

    /** Whether what is launched behind a position knows an access when it starts. */
    boolean successorKnows(int position, CausalityQuery query) {
        return completionTells(position, query) || waitsTell(position, query);
    }

    private boolean waitsTell(int position, CausalityQuery query) {
        for (int i = 0; i < waits.size(); i++) {
            Wait wait = waits.get(i);
            if (wait.behind == position && wait.history.completionTells(wait.upTo, query)) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsAncestor(GridCausality grid, int upTo) {
        for (GridCausality each = grid; each != null; each = each.parent()) {
            if (each.positionIn(this) <= upTo) {
                return true;
            }
        }
        return false;
    }

    private boolean launchersKnow(int upTo, CausalityQuery query) {
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
                // A thread forgets nothing, so its last launch knew what those before it did.
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
