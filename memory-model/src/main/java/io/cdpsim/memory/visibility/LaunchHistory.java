package io.cdpsim.memory.visibility;

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

    private final Map<Integer, List<WatchedGrid>> byLaunchingBlock = new HashMap<>();
    private final List<WatchedGrid> informed = new ArrayList<>(0);
    private final List<Wait> waits = new ArrayList<>(0);
    private @Nullable Knowledge acquired;
    private int length;

    LaunchHistory() {}

    /** Position of the last launch, from 1; 0 if there was none. */
    public int length() {
        return length;
    }

    /** Appends a launch. @return its position */
    int append(WatchedGrid grid) {
        length++;
        byLaunchingBlock
                .computeIfAbsent(grid.launchBlock(), key -> new ArrayList<>(1))
                .add(grid);
        if (grid.launchKnowledge() != null) {
            informed.add(grid);
        }
        return length;
    }

    /** What comes from now on waits for what another history holds up to a position. */
    void waitFor(LaunchHistory other, int upTo) {
        if (other != this && upTo > 0) {
            waits.add(new Wait(length, other, upTo));
        }
    }

    /** A grid of this history has ended, whose threads had learned this. */
    void acquire(@Nullable Knowledge knowledge) {
        acquired = Knowledge.joined(acquired, knowledge);
    }

    /** Whether who knows that the launches up to a position are complete knows an access of a thread of a grid. */
    boolean completionTells(int upTo, long epoch, WatchedGrid grid) {
        if (upTo > 0) {
            if (holdsAncestor(grid, upTo) || launchersKnow(upTo, epoch, grid)) {
                return true;
            }
            Knowledge more = acquired;
            if (more != null && more.knows(epoch, grid)) {
                return true;
            }
        }
        for (int i = 0; i < waits.size(); i++) {
            Wait wait = waits.get(i);
            if (wait.behind < upTo && wait.history.completionTells(wait.upTo, epoch, grid)) {
                return true;
            }
        }
        return false;
    }

    /** Whether what is launched behind a position knows an access when it starts. */
    boolean successorKnows(int position, long epoch, WatchedGrid grid) {
        return completionTells(position, epoch, grid) || waitsTell(position, epoch, grid);
    }

    private boolean waitsTell(int position, long epoch, WatchedGrid grid) {
        for (int i = 0; i < waits.size(); i++) {
            Wait wait = waits.get(i);
            if (wait.behind == position && wait.history.completionTells(wait.upTo, epoch, grid)) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsAncestor(WatchedGrid grid, int upTo) {
        for (WatchedGrid each = grid; each != null; each = each.parent()) {
            if (each.positionIn(this) <= upTo) {
                return true;
            }
        }
        return false;
    }

    private boolean launchersKnow(int upTo, long epoch, WatchedGrid grid) {
        List<WatchedGrid> launched = byLaunchingBlock.get(Epoch.block(epoch));
        if (launched != null) {
            for (int i = launched.size() - 1; i >= 0; i--) {
                WatchedGrid each = launched.get(i);
                if (each.positionIn(this) <= upTo && each.launcherKnows(epoch)) {
                    return true;
                }
            }
        }
        for (int i = 0; i < informed.size(); i++) {
            Knowledge more = informed.get(i).launchKnowledge();
            if (more != null && informed.get(i).positionIn(this) <= upTo && more.knows(epoch, grid)) {
                return true;
            }
        }
        return false;
    }
}
