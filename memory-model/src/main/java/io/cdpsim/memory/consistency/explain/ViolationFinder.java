package io.cdpsim.memory.consistency.explain;

import io.cdpsim.memory.consistency.explain.Violation.Step;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.relations.Relation;
import java.util.ArrayList;
import java.util.List;

/** Finds the axioms that a complete execution violates. */
final class ViolationFinder {
    private final Execution execution;
    private final EventSet events;
    private final ReadsFrom values;
    private final Relation cause;
    private final CausePaths paths;

    ViolationFinder(Execution execution) {
        this.execution = execution;
        this.events = execution.events();
        this.values = execution.values();
        this.cause = execution.causality().cause();
        this.paths = new CausePaths(events, execution.ordering(), execution.fences(), execution.causality());
    }

    CausePaths paths() {
        return paths;
    }

    /** The violations found; coherence is examined only without others. */
    List<Violation> find() {
        List<Violation> found = new ArrayList<>();
        for (int[] each : execution.fences()) {
            if (cause.has(each[1], each[0])) {
                add(found, "FenceSC (2)", new Step(each[0], each[1], "sc"), paths.path(each[1], each[0]));
            }
        }
        for (int read : events.reads()) {
            reads(read, found);
        }
        for (int location = 0; location < events.context().locations().count(); location++) {
            int[] writes = events.writesAt(location);
            for (int first : writes) {
                for (int second : writes) {
                    if (first < second && cause.has(first, second) && cause.has(second, first)) {
                        List<Step> cycle = new ArrayList<>(paths.path(first, second));
                        cycle.addAll(paths.path(second, first));
                        found.add(new Violation("Coherence (1)", cycle));
                    }
                }
            }
            if (found.isEmpty() && writes.length > 0) {
                new CoherenceViolation(execution, location).find().ifPresent(found::add);
            }
        }
        return found;
    }

    private void reads(int read, List<Violation> found) {
        int write = values.writeOf(read);
        if (write >= 0 && cause.has(read, write)) {
            add(found, "Causality (6)", new Step(write, read, "rf"), paths.path(read, write));
        }
        for (int other : events.writesAt(events.location(read))) {
            boolean overwrites = write < 0 || (other != write && cause.has(write, other));
            if (overwrites && cause.has(other, read)) {
                add(found, "Causality (6)", new Step(read, other, "fr"), paths.path(other, read));
            }
        }
    }

    private static void add(List<Violation> found, String axiom, Step first, List<Step> rest) {
        List<Step> cycle = new ArrayList<>(List.of(first));
        cycle.addAll(rest);
        found.add(new Violation(axiom, cycle));
    }
}
