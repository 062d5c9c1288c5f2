package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import io.cdpsim.memory.consistency.trace.SymbolicValue;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Enumerates the writes that each read returns, and backtracks as soon as an axiom is violated: more reads and more order never repair a violation.
 */
public final class ReadsFromSearch {
    /** A consumer of executions whose reads all have a write. */
    public interface Completion {
        /** Takes an execution that violates no axiom so far. Both arguments change after the call. */
        void complete(ReadsFrom values, Causality causality);
    }

    private final boolean consistentOnly;
    private final EventSet events;
    private final SynchronizationOrder ordering;
    private final Completion completion;
    private final ReadsFrom values;
    private final List<PathConstraint> constraints = new ArrayList<>();
    private final int[] reads;
    private final Causality[] levels;

    ReadsFromSearch(EventSet events, SynchronizationOrder ordering, Completion completion) {
        this(events, ordering, completion, true);
    }

    private ReadsFromSearch(
            EventSet events, SynchronizationOrder ordering, Completion completion, boolean consistentOnly) {
        this.consistentOnly = consistentOnly;
        this.events = events;
        this.ordering = ordering;
        this.completion = completion;
        this.values = new ReadsFrom(events);
        Set<Integer> deciding = new HashSet<>();
        for (Trace trace : events.traces()) {
            constraints.addAll(trace.constraints());
        }
        constraints.addAll(ordering.constraints());
        for (PathConstraint each : constraints) {
            SymbolicValue.forEachRead(each.left(), read -> deciding.add(events.event(read)));
            SymbolicValue.forEachRead(each.right(), read -> deciding.add(events.event(read)));
        }
        // Atomics that write come first: their chains order most of the rest. Reads that decide a path follow.
        this.reads = java.util.Arrays.stream(events.reads())
                .boxed()
                .sorted(Comparator.comparing(
                        (Integer each) -> (events.partner(each) >= 0 ? 0 : 2) + (deciding.contains(each) ? 0 : 1)))
                .mapToInt(Integer::intValue)
                .toArray();
        this.levels = new Causality[reads.length + 1];
    }

    /** A search that applies only the axiom of no thin air, which values need. */
    public static ReadsFromSearch ofAnyConsistency(
            EventSet events, SynchronizationOrder ordering, Completion completion) {
        return new ReadsFromSearch(events, ordering, completion, false);
    }

    /** Runs the search. */
    public void run() {
        level(0).begin(ordering);
        assign(0);
    }

    private Causality level(int depth) {
        if (levels[depth] == null) {
            levels[depth] = new Causality(events);
        }
        return levels[depth];
    }

    private void assign(int depth) {
        if (depth == reads.length) {
            completion.complete(values, levels[depth]);
            return;
        }
        int read = reads[depth];
        int[] writes = events.writesAt(events.location(read));
        attempt(depth, read, ReadsFrom.INITIAL);
        for (int write : writes) {
            if (!consistentOnly || !levels[depth].base().has(read, write)) {
                attempt(depth, read, write);
            }
        }
        values.reopen(read);
    }

    private void attempt(int depth, int read, int write) {
        values.assign(read, write);
        if (values.dependsOnItself(read) || !constraintsMayHold()) {
            return;
        }
        Causality next = level(depth + 1);
        next.copyFrom(levels[depth]);
        if (write >= 0) {
            next.observe(write, read);
        }
        if (!consistentOnly || (next.allows(values) && coherenceIsPossible(read, next))) {
            assign(depth + 1);
        }
    }

    /** Prunes early at locations with several writes, as in locks. */
    private boolean coherenceIsPossible(int read, Causality causality) {
        int location = events.location(read);
        return events.writesAt(location).length < 2
                || new CoherenceSearch(events, values, causality, location).isPossible();
    }

    private boolean constraintsMayHold() {
        for (PathConstraint each : constraints) {
            if (values.isKnown(each.left())
                    && values.isKnown(each.right())
                    && each.comparison().holds(values.of(each.left()), values.of(each.right())) != each.expected()) {
                return false;
            }
        }
        return true;
    }
}
