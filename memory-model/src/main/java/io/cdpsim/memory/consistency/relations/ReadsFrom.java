package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.consistency.trace.SymbolicValue;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.litmus.BarrierReduction;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The write that each read returns, and the values that follow. */
public final class ReadsFrom {
    /** The initial write of a location. */
    public static final int INITIAL = -1;

    private static final int OPEN = -2;

    private final EventSet events;
    private final int[] writeOf;
    private final Map<Integer, List<Integer>> reductions;
    private final int[][] dependencies;

    /** An empty assignment, with one choice of barrier phases. */
    public ReadsFrom(EventSet events, SynchronizationOrder ordering) {
        this.events = events;
        this.reductions = ordering.reductions();
        this.dependencies = new int[events.actionCount()][];
        for (int i = 0; i < dependencies.length; i++) {
            dependencies[i] = reductions.isEmpty() ? events.dependencies(i) : allDependencies(i);
        }
        this.writeOf = new int[events.actionCount()];
        Arrays.fill(writeOf, OPEN);
    }

    /** The reads that an action depends on, also by the predicates of others at barriers. */
    private int[] allDependencies(int event) {
        Set<Integer> reads = new TreeSet<>();
        collect(event, reads, new HashSet<>());
        return reads.stream().mapToInt(Integer::intValue).toArray();
    }

    private void collect(int event, Set<Integer> reads, Set<Integer> seen) {
        if (!seen.add(event)) {
            return;
        }
        for (int read : events.dependencies(event)) {
            reads.add(read);
        }
        for (int arrival : events.barrierDependencies(event)) {
            reductions.getOrDefault(arrival, List.of()).forEach(each -> collect(each, reads, seen));
        }
    }

    /** Assigns a read the write that it returns, or {@link #INITIAL}. */
    public void assign(int read, int write) {
        writeOf[read] = write;
    }

    /** Removes the write of a read. */
    public void reopen(int read) {
        writeOf[read] = OPEN;
    }

    /** Whether a read has a write. */
    public boolean isAssigned(int read) {
        return writeOf[read] != OPEN;
    }

    /** The write that an assigned read returns, or {@link #INITIAL}. */
    public int writeOf(int read) {
        return writeOf[read];
    }

    /** Whether the reads assigned so far decide a value. Requires acyclic dependencies. */
    public boolean isKnown(SymbolicValue value) {
        if (value instanceof SymbolicValue.ReadValue read) {
            int event = events.event(read);
            return writeOf[event] == INITIAL || (writeOf[event] != OPEN && isKnown(written(writeOf[event])));
        }
        if (value instanceof SymbolicValue.BarrierResult result) {
            return predicates(result).stream().allMatch(this::isKnown);
        }
        return !(value instanceof SymbolicValue.Computed computed)
                || (isKnown(computed.left()) && isKnown(computed.right()));
    }

    /** A known value. */
    public long of(SymbolicValue value) {
        if (value instanceof SymbolicValue.Constant constant) {
            return constant.value();
        }
        if (value instanceof SymbolicValue.Computed computed) {
            return computed.operation().applyAsLong(of(computed.left()), of(computed.right()));
        }
        if (value instanceof SymbolicValue.BarrierResult result) {
            return function(result)
                    .apply(predicates(result).stream().mapToLong(this::of).toArray());
        }
        return ofRead(events.event((SymbolicValue.ReadValue) value));
    }

    /** The predicates of all arrivals of a phase; none for a phase that never completes. */
    private List<SymbolicValue> predicates(SymbolicValue.BarrierResult result) {
        return reductions.getOrDefault(events.event(result), List.of()).stream()
                .map(each -> ((ThreadAction.Arrival) events.action(each))
                        .reduction()
                        .orElseThrow()
                        .predicate())
                .toList();
    }

    private BarrierReduction function(SymbolicValue.BarrierResult result) {
        return ((ThreadAction.Arrival) events.action(events.event(result)))
                .reduction()
                .orElseThrow()
                .function();
    }

    /** The value that an assigned read returns. */
    public long ofRead(int read) {
        int write = writeOf[read];
        return write == INITIAL ? events.context().locations().initialValue(events.location(read)) : of(written(write));
    }

    /** The value that a write writes. */
    public SymbolicValue written(int write) {
        return ((ThreadAction.Write) events.action(write)).value();
    }

    /** Whether a read depends on itself (axiom 4), by dependencies and the reads assigned so far. */
    public boolean dependsOnItself(int read) {
        int write = writeOf[read];
        return write >= 0 && dependencies[write].length > 0 && reaches(write, read, new boolean[events.actionCount()]);
    }

    private boolean reaches(int event, int target, boolean[] seen) {
        if (seen[event]) {
            return false;
        }
        seen[event] = true;
        for (int read : dependencies[event]) {
            // The write of an unassigned read is followed once it is assigned.
            if (read == target
                    || reaches(read, target, seen)
                    || (writeOf[read] >= 0 && reaches(writeOf[read], target, seen))) {
                return true;
            }
        }
        return false;
    }
}
