package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import java.util.ArrayList;
import java.util.List;

/** Enumerates the acyclic orders of the morally strong pairs of sequentially consistent fences (axiom 2). */
public final class FenceOrderSearch {
    /** A consumer of executions whose fences are ordered. */
    interface Completion {
        /** Takes the order of fences and the resulting causality. Both change after the call. */
        void complete(List<int[]> order, Causality causality);
    }

    private final EventSet events;
    private final ReadsFrom values;
    private final List<int[]> pairs;
    private final Completion completion;
    private final List<int[]> order = new ArrayList<>();
    private final Causality[] levels;

    FenceOrderSearch(EventSet events, ReadsFrom values, List<int[]> pairs, Completion completion) {
        this.events = events;
        this.values = values;
        this.pairs = pairs;
        this.completion = completion;
        this.levels = new Causality[pairs.size()];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = new Causality(events);
        }
    }

    /** The pairs to order. */
    public static List<int[]> pairs(EventSet events) {
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < events.actionCount(); i++) {
            for (int j = i + 1; j < events.actionCount(); j++) {
                if (isSequential(events, i)
                        && isSequential(events, j)
                        && events.morallyStrong().has(i, j)) {
                    pairs.add(new int[] {i, j});
                }
            }
        }
        return pairs;
    }

    static boolean isSequential(EventSet events, int event) {
        return events.action(event) instanceof ThreadAction.Fence fence && fence.sequentiallyConsistent();
    }

    void run(Causality causality) {
        orient(0, causality);
    }

    private void orient(int index, Causality causality) {
        events.context().step();
        if (index == pairs.size()) {
            if (acyclic(causality)) {
                completion.complete(order, causality);
            }
            return;
        }
        int[] pair = pairs.get(index);
        orient(index, causality, pair[0], pair[1]);
        orient(index, causality, pair[1], pair[0]);
    }

    private void orient(int index, Causality causality, int first, int second) {
        if (causality.cause().has(second, first)) {
            return;
        }
        Causality next = levels[index];
        next.copyFrom(causality);
        next.order(first, second);
        order.add(new int[] {first, second});
        if (acyclic(next) && next.allows(values)) {
            orient(index + 1, next);
        }
        order.remove(order.size() - 1);
    }

    /** Whether causality agrees with the order of all pairs so far. Later pairs may have added causality. */
    private boolean acyclic(Causality causality) {
        for (int[] each : order) {
            if (causality.cause().has(each[1], each[0])) {
                return false;
            }
        }
        return true;
    }
}
