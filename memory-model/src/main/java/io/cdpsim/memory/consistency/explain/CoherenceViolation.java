package io.cdpsim.memory.consistency.explain;

import io.cdpsim.memory.consistency.explain.Violation.Step;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.search.CoherenceSearch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Finds the violation at a location without a coherence order. Unordered writes are taken in the test's order. */
final class CoherenceViolation {
    private final Execution execution;
    private final EventSet events;
    private final int location;
    private final int[] accesses;

    CoherenceViolation(Execution execution, int location) {
        this.execution = execution;
        this.events = execution.events();
        this.location = location;
        this.accesses = events.accessesAt(location);
    }

    Optional<Violation> find() {
        if (new CoherenceSearch(events, execution.values(), execution.causality(), location).isPossible()) {
            return Optional.empty();
        }
        Optional<Violation> atomicity = twoReadOne();
        return atomicity.isPresent() ? atomicity : Optional.of(new Violation("SC per location (5)", cycle()));
    }

    /** Two atomics that read one write: the other's write is between the read and the write of the later one. */
    private Optional<Violation> twoReadOne() {
        for (int first : accesses) {
            for (int second : accesses) {
                boolean atomics = first < second
                        && !events.isWrite(first)
                        && !events.isWrite(second)
                        && events.partner(first) >= 0
                        && events.partner(second) >= 0;
                if (atomics
                        && execution.values().writeOf(first)
                                == execution.values().writeOf(second)
                        && events.morallyStrong().has(first, events.partner(second))) {
                    int write = events.partner(second);
                    return Optional.of(new Violation(
                            "Atomicity (3)",
                            List.of(
                                    new Step(first, write, "fr"),
                                    new Step(write, events.partner(first), "co"),
                                    new Step(events.partner(first), first, "other half of the atomic"))));
                }
            }
        }
        return Optional.empty();
    }

    /** A shortest cycle of morally strong rf, co and fr, and poloc. */
    private List<Step> cycle() {
        List<Step> best = List.of();
        for (int start : accesses) {
            List<Step> cycle = cycleFrom(start);
            if (!cycle.isEmpty() && (best.isEmpty() || cycle.size() < best.size())) {
                best = cycle;
            }
        }
        return best;
    }

    private List<Step> cycleFrom(int start) {
        Step[] reachedBy = new Step[events.actionCount()];
        Deque<Integer> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            int at = open.remove();
            for (int next : accesses) {
                String relation = relation(at, next);
                if (!relation.isEmpty() && reachedBy[next] == null) {
                    reachedBy[next] = new Step(at, next, relation);
                    open.add(next);
                }
            }
            if (reachedBy[start] != null) {
                List<Step> cycle = new ArrayList<>();
                int back = start;
                do {
                    cycle.add(0, reachedBy[back]);
                    back = reachedBy[back].from();
                } while (back != start);
                return cycle;
            }
        }
        return List.of();
    }

    private String relation(int from, int to) {
        if (from == to) {
            return "";
        }
        if (events.locationOrder().has(from, to)) {
            return "poloc";
        }
        if (!events.morallyStrong().has(from, to)) {
            return "";
        }
        boolean writes = events.isWrite(from);
        if (writes && !events.isWrite(to)) {
            return execution.values().writeOf(to) == from ? "rf" : "";
        }
        if (!events.isWrite(to)) {
            return "";
        }
        if (writes) {
            return before(from, to) ? "co" : "";
        }
        int returned = execution.values().writeOf(from);
        return returned < 0 || (returned != to && before(returned, to)) ? "fr" : "";
    }

    /** co from causality, else in the test's order. */
    private boolean before(int first, int second) {
        Relation cause = execution.causality().cause();
        return cause.has(first, second) || (first < second && !cause.has(second, first));
    }
}
