package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.GridEvents;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder.OrderEdge;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.Trace.Ending;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The consequences of a thread that waits forever: its grid never completes, and work that waits for the grid neither starts nor returns. */
final class BlockedGrids {
    private BlockedGrids() {}

    /** The events of grids that never happen. */
    static Set<Integer> never(EventSet events, List<OrderEdge> edges) {
        if (!events.context().mayBlock()) {
            return Set.of();
        }
        Set<Integer> never = new HashSet<>();
        for (GridEvents grid : events.grids()) {
            for (ThreadInstance thread : grid.grid().threads()) {
                if (ending(events, thread) != Ending.ENDED) {
                    never.add(grid.own());
                }
            }
        }
        for (OrderEdge each : edges) {
            if (each.kind() == OrderEdge.Kind.DEPENDENT && each.to() >= events.actionCount()) {
                boolean isAllowed = events.grids().stream()
                        .filter(grid -> grid.start() == each.from())
                        .allMatch(grid -> allowsDependents(events, grid));
                if (!isAllowed) {
                    never.add(each.to());
                }
            }
        }
        boolean changed = !never.isEmpty();
        while (changed) {
            changed = false;
            for (OrderEdge each : edges) {
                if (each.to() >= events.actionCount() && never.contains(each.from())) {
                    changed |= never.add(each.to());
                }
            }
        }
        return never;
    }

    /** Whether each block of a grid has ended or has issued griddepcontrol.launch_dependents. */
    private static boolean allowsDependents(EventSet events, GridEvents grid) {
        Set<Integer> blocks = new HashSet<>();
        for (ThreadInstance thread : grid.grid().threads()) {
            if (ending(events, thread) != Ending.ENDED) {
                blocks.add(thread.block());
            }
        }
        for (int i = 0; i < events.actionCount(); i++) {
            if (events.action(i) instanceof ThreadAction.DependentLaunch) {
                blocks.remove(events.threads().get(events.threadOf(i)).block());
            }
        }
        return blocks.isEmpty();
    }

    private static Ending ending(EventSet events, ThreadInstance thread) {
        return events.traces().get(events.threads().indexOf(thread)).ending();
    }

    /** Whether exactly the threads of grids that never start do not start. */
    static boolean startsAgree(EventSet events, Set<Integer> never) {
        if (!events.context().mayBlock()) {
            return true;
        }
        for (GridEvents grid : events.grids()) {
            boolean starts = !never.contains(grid.start());
            for (ThreadInstance thread : grid.grid().threads()) {
                if (starts == (ending(events, thread) == Ending.NOT_STARTED)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether exactly the threads never return from a wait that wait for a grid that never completes. */
    static boolean waitsAgree(EventSet events, SynchronizationOrder ordering, Relation base) {
        if (!events.context().mayBlock()) {
            return true;
        }
        for (int i = 0; i < events.actionCount(); i++) {
            if (events.action(i).waitsForGrids()) {
                int thread = events.threadOf(i);
                boolean last = i + 1 == events.actionCount() || events.threadOf(i + 1) != thread;
                boolean stays = last && events.traces().get(thread).ending() == Ending.WAITING;
                if (stays != waitsForEver(i, ordering, base)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean waitsForEver(int waiter, SynchronizationOrder ordering, Relation base) {
        return ordering.waits().stream()
                        .anyMatch(each -> each.waiter() == waiter
                                && ordering.never().contains(each.complete())
                                && base.has(each.launch(), waiter))
                || ordering.edges().stream()
                        .anyMatch(
                                each -> each.to() == waiter && ordering.never().contains(each.from()));
    }
}
