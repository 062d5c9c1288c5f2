package io.cdpsim.memory.consistency.explain;

import io.cdpsim.memory.consistency.explain.Violation.Step;
import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Finds a shortest path of program order, synchronisation and launch edges that orders two events by causality. */
final class CausePaths {
    private final EventSet events;
    private final Causality causality;
    private final List<List<Step>> outgoing = new ArrayList<>();

    CausePaths(EventSet events, SynchronizationOrder ordering, List<int[]> fences, Causality causality) {
        this.events = events;
        this.causality = causality;
        for (int i = 0; i < events.count(); i++) {
            outgoing.add(new ArrayList<>());
        }
        for (int i = 0; i < events.actionCount(); i++) {
            for (int j = i + 1; j < events.actionCount(); j++) {
                if (events.programOrder().has(i, j)) {
                    add(i, j, "po");
                }
            }
        }
        ordering.edges().forEach(each -> add(each.from(), each.to(), each.kind().label()));
        for (SynchronizationOrder.WaitForGrid each : ordering.waits()) {
            if (causality.base().has(each.launch(), each.waiter())) {
                add(each.complete(), each.waiter(), each.kind().label());
            }
        }
        fences.forEach(each -> add(each[0], each[1], "sc"));
        synchronisation().forEach(each -> add(each.from(), each.to(), each.relation()));
    }

    /** The pairs that synchronise by a release and an acquire pattern. */
    List<Step> synchronisation() {
        List<Step> found = new ArrayList<>();
        Relation observation = causality.observation();
        for (int write = 0; write < events.actionCount(); write++) {
            for (int read = observation.next(write, -1); read >= 0; read = observation.next(write, read)) {
                for (int from = events.releaseStarts().next(write, -1);
                        from >= 0;
                        from = events.releaseStarts().next(write, from)) {
                    for (int to = events.acquireEnds().next(read, -1);
                            to >= 0;
                            to = events.acquireEnds().next(read, to)) {
                        Step step = new Step(from, to, "sync");
                        if (events.morallyStrong().has(from, to) && !found.contains(step)) {
                            found.add(step);
                        }
                    }
                }
            }
        }
        return found;
    }

    private void add(int from, int to, String relation) {
        outgoing.get(from).add(new Step(from, to, relation));
    }

    /** A path of causality between events that causality orders. */
    List<Step> path(int from, int to) {
        List<Step> best = base(from, to);
        Relation observation = causality.observation();
        for (int read = observation.next(from, -1); read >= 0; read = observation.next(from, read)) {
            List<Step> path = new ArrayList<>(List.of(new Step(from, read, "obs")));
            if (events.locationOrder().has(read, to)) {
                path.add(new Step(read, to, "poloc"));
            } else {
                List<Step> rest = base(read, to);
                if (rest.isEmpty()) {
                    continue;
                }
                path.addAll(rest);
            }
            if (best.isEmpty() || path.size() < best.size()) {
                best = path;
            }
        }
        return best;
    }

    /** A path of base causality, by the proxy fences that preserve it, empty if there is none. */
    private List<Step> base(int from, int to) {
        List<Step> path = new ArrayList<>();
        int at = from;
        for (int fence : events.proxyOrder().fences(from, to, causality.base()).orElse(List.of())) {
            if (fence != at) {
                path.addAll(shortest(at, fence));
                at = fence;
            }
        }
        List<Step> rest = shortest(at, to);
        path.addAll(rest);
        return rest.isEmpty() ? List.of() : path;
    }

    private List<Step> shortest(int from, int to) {
        Step[] reachedBy = new Step[events.count()];
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int at = open.remove();
            for (Step each : outgoing.get(at)) {
                if (reachedBy[each.to()] == null) {
                    reachedBy[each.to()] = each;
                    open.add(each.to());
                }
            }
            if (reachedBy[to] != null) {
                List<Step> path = new ArrayList<>();
                int back = to;
                do {
                    path.add(0, reachedBy[back]);
                    back = reachedBy[back].from();
                } while (back != from);
                return path;
            }
        }
        return List.of();
    }
}
