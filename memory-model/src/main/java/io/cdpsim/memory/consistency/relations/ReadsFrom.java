package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.consistency.trace.SymbolicValue;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import java.util.Arrays;

/** The write that each read returns, and the values that follow. */
public final class ReadsFrom {
    /** The initial write of a location. */
    public static final int INITIAL = -1;

    private static final int OPEN = -2;

    private final EventSet events;
    private final int[] writeOf;

    /** An empty assignment. */
    public ReadsFrom(EventSet events) {
        this.events = events;
        this.writeOf = new int[events.actionCount()];
        Arrays.fill(writeOf, OPEN);
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
        return !(value instanceof SymbolicValue.Computed computed)
                || (isKnown(computed.left()) && isKnown(computed.right()));
    }

    /** A known value. */
    public long of(SymbolicValue value) {
        if (value instanceof SymbolicValue.Constant constant) {
            return constant.value();
        }
        if (value instanceof SymbolicValue.Computed computed) {
            return computed.operation().apply(of(computed.left()), of(computed.right()));
        }
        return ofRead(events.event((SymbolicValue.ReadValue) value));
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
        return write >= 0
                && events.dependencies(write).length > 0
                && reaches(write, read, new boolean[events.actionCount()]);
    }

    private boolean reaches(int event, int target, boolean[] seen) {
        if (seen[event]) {
            return false;
        }
        seen[event] = true;
        for (int read : events.dependencies(event)) {
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
