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

/** Shows for a location without any coherence order what goes wrong in one: writes in the order in which the test names them, where nothing orders them. */
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
        return atomicity.isPresent() ? atomicity : Optional.of(new Violation("SC per location (5)", circle()));
    }

    /** Two atomics that read one write: the one whose write comes later finds the other's in between. */
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

    /** A shortest circle of morally strong rf, co and fr, and poloc. */
    private List<Step> circle() {
        List<Step> best = List.of();
        for (int start : accesses) {
            List<Step> circle = circleFrom(start);
            if (!circle.isEmpty() && (best.isEmpty() || circle.size() < best.size())) {
                best = circle;
            }
        }
        return best;
    }

    private List<Step> circleFrom(int start) {
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
                List<Step> circle = new ArrayList<>();
                int back = start;
                do {
                    circle.add(0, reachedBy[back]);
                    back = reachedBy[back].from();
                } while (back != start);
                return circle;
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

    /** co as far as causality has it, else as the test names the writes. */
    private boolean before(int first, int second) {
        Relation cause = execution.causality().cause();
        return cause.has(first, second) || (first < second && !cause.has(second, first));
    }
}
