package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.ExecutionCount;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import io.cdpsim.memory.consistency.trace.SymbolicValue;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import java.util.ArrayList;
import java.util.Arrays;
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
        /**
         * Takes an execution that violates no axiom so far. Both arguments change after the call.
         *
         * @param multiplicity number of executions that differ from it by an exchange of equal threads
         */
        void complete(ReadsFrom values, Causality causality, long multiplicity);
    }

    private final boolean consistentOnly;
    private final EventSet events;
    private final SynchronizationOrder ordering;
    private final Completion completion;
    private final ReadsFrom values;
    private final List<PathConstraint> constraints = new ArrayList<>();
    private final int[] reads;
    private final int[] touches;
    private final ChainLocations chains;
    private int chained;
    private long multiplicity = 1;
    private final Causality[] levels;

    /**
     * Prepares a search for consistent executions.
     *
     * @param goal further constraints on values
     */
    ReadsFromSearch(EventSet events, SynchronizationOrder ordering, List<PathConstraint> goal, Completion completion) {
        this(events, ordering, goal, completion, true);
    }

    private ReadsFromSearch(
            EventSet events,
            SynchronizationOrder ordering,
            List<PathConstraint> goal,
            Completion completion,
            boolean consistentOnly) {
        this.consistentOnly = consistentOnly;
        this.events = events;
        this.ordering = ordering;
        this.completion = completion;
        this.values = new ReadsFrom(events, ordering);
        Set<Integer> deciding = new HashSet<>();
        for (Trace trace : events.traces()) {
            constraints.addAll(trace.constraints());
        }
        constraints.addAll(ordering.constraints());
        constraints.addAll(goal);
        for (PathConstraint each : constraints) {
            SymbolicValue.forEachRead(each.left(), read -> deciding.add(events.event(read)));
            SymbolicValue.forEachRead(each.right(), read -> deciding.add(events.event(read)));
        }
        this.touches = new int[events.threads().size()];
        this.chains = new ChainLocations(
                events, consistentOnly && events.context().settings().reduced());
        // Atomics that write come first: their chains order most of the rest. Reads that decide a path follow.
        this.reads = Arrays.stream(events.reads())
                .filter(each -> !chains.holds(each))
                .boxed()
                .sorted(Comparator.comparing(
                        (Integer each) -> (events.partner(each) >= 0 ? 0 : 2) + (deciding.contains(each) ? 0 : 1)))
                .mapToInt(Integer::intValue)
                .toArray();
        this.levels = new Causality[events.reads().length + 1];
    }

    /** A search that applies only the axiom of no thin air, which values need. */
    public static ReadsFromSearch ofAnyConsistency(
            EventSet events, SynchronizationOrder ordering, Completion completion) {
        return new ReadsFromSearch(events, ordering, List.of(), completion, false);
    }

    /** Runs the search. */
    public void run() {
        level(0).start(ordering);
        if (constraintsMayHold()) {
            assign(0);
        }
    }

    private Causality level(int depth) {
        if (levels[depth] == null) {
            levels[depth] = new Causality(events);
        }
        return levels[depth];
    }

    private void assign(int depth) {
        if (chained < chains.count()) {
            extendChain(depth);
            return;
        }
        int index = depth - chains.readCount();
        if (index == reads.length) {
            completion.complete(values, levels[depth], ExecutionCount.times(events.multiplicity(), multiplicity));
            return;
        }
        int read = reads[index];
        int[] writes = events.writesAt(events.location(read));
        attempt(depth, read, ReadsFrom.INITIAL, 1);
        for (int i = 0; i < writes.length; i++) {
            int write = writes[i];
            if (!consistentOnly || !levels[depth].cause().has(read, write)) {
                int equals = exchangeable(writes, i, events.threadOf(read));
                if (equals > 0) {
                    attempt(depth, read, write, equals);
                }
            }
        }
        values.reopen(read);
    }

    /** Chooses the read that returns the last write of a chain: each write of such a location is read by the next atomic. */
    private void extendChain(int depth) {
        int[] chain = chains.reads(chained);
        int last = ReadsFrom.INITIAL;
        int assigned = 0;
        for (boolean found = true; found; ) {
            found = false;
            for (int read : chain) {
                if (values.isAssigned(read) && values.writeOf(read) == last) {
                    last = events.partner(read);
                    assigned++;
                    found = true;
                    break;
                }
            }
        }
        if (assigned == chain.length) {
            chained++;
            assign(depth);
            chained--;
            return;
        }
        for (int i = 0; i < chain.length; i++) {
            if (!values.isAssigned(chain[i])) {
                int equals = exchangeable(chain, i, last < 0 ? -1 : events.threadOf(last));
                if (equals > 0) {
                    attempt(depth, chain[i], last, equals);
                    values.reopen(chain[i]);
                }
            }
        }
    }

    /**
     * The number of events that can be exchanged with one of a list: those of equal threads that no choice distinguishes yet.
     *
     * @param thread the thread that the choice distinguishes in any case, or -1
     * @return the number, or 0 if the event is not the first of them
     */
    private int exchangeable(int[] list, int index, int thread) {
        int own = events.threadOf(list[index]);
        if (!consistentOnly || own == thread || touches[own] > 0) {
            return 1;
        }
        int equal = 0;
        for (int i = 0; i < list.length; i++) {
            int other = events.threadOf(list[i]);
            if (other != thread
                    && touches[other] == 0
                    && events.groupOf(other) == events.groupOf(own)
                    && events.indexInThread(list[i]) == events.indexInThread(list[index])) {
                if (i < index) {
                    return 0;
                }
                equal++;
            }
        }
        return equal;
    }

    private void attempt(int depth, int read, int write, int equals) {
        events.context().step();
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
            long before = multiplicity;
            multiplicity = ExecutionCount.times(multiplicity, equals);
            touch(read, write, 1);
            assign(depth + 1);
            touch(read, write, -1);
            multiplicity = before;
        }
    }

    private void touch(int read, int write, int change) {
        touches[events.threadOf(read)] += change;
        if (write >= 0) {
            touches[events.threadOf(write)] += change;
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
