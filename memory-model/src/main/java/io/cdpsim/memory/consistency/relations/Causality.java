package io.cdpsim.memory.consistency.relations;

import java.util.List;

/** Base causality, observation and causality of a candidate execution, which grow with each read that gets a write. */
public final class Causality {
    private final EventSet events;
    private final Relation base;
    private final Relation observation;
    private final Relation cause;
    private List<SynchronizationOrder.WaitForGrid> waits = List.of();

    /** An empty relation until {@link #start} is called. */
    public Causality(EventSet events) {
        this.events = events;
        this.base = new Relation(events.count());
        this.observation = new Relation(events.count());
        this.cause = new Relation(events.count());
    }

    /** Initialises the relations with the order that holds for every reads-from. */
    public void start(SynchronizationOrder ordering) {
        base.copyFrom(events.programOrder());
        ordering.edges().forEach(each -> base.add(each.from(), each.to()));
        base.close();
        observation.clear();
        waits = ordering.waits();
        settle();
    }

    /** Copies another one of the same events. */
    public void copyFrom(Causality other) {
        base.copyFrom(other.base);
        observation.copyFrom(other.observation);
        cause.copyFrom(other.cause);
        waits = other.waits;
    }

    /** Adds that a read returns a write. */
    public void observe(int write, int read) {
        if (!events.morallyStrong().has(write, read)) {
            return;
        }
        int readBefore = events.partner(write);
        int writeAfter = events.partner(read);
        observeFrom(write, read, writeAfter);
        if (readBefore >= 0) {
            for (int i = 0; i < events.actionCount(); i++) {
                if (observation.has(i, readBefore)) {
                    observeFrom(i, read, writeAfter);
                }
            }
        }
        settle();
    }

    private void observeFrom(int write, int read, int writeAfter) {
        observePair(write, read);
        if (writeAfter >= 0) {
            for (int i = observation.next(writeAfter, -1); i >= 0; i = observation.next(writeAfter, i)) {
                observePair(write, i);
            }
        }
    }

    /** Adds a pair to obs, and the pairs that synchronise by it to sw. */
    private void observePair(int write, int read) {
        if (observation.has(write, read)) {
            return;
        }
        observation.add(write, read);
        Relation starts = events.releaseStarts();
        Relation ends = events.acquireEnds();
        for (int from = starts.next(write, -1); from >= 0; from = starts.next(write, from)) {
            for (int to = ends.next(read, -1); to >= 0; to = ends.next(read, to)) {
                if (events.morallyStrong().has(from, to)) {
                    base.addClosed(from, to);
                }
            }
        }
    }

    /** Adds a pair to sw. */
    public void order(int from, int to) {
        if (!base.has(from, to)) {
            base.addClosed(from, to);
            settle();
        }
    }

    /** Adds the consequences of the pairs added before. */
    private void settle() {
        boolean changed = !waits.isEmpty();
        while (changed) {
            changed = false;
            for (SynchronizationOrder.WaitForGrid each : waits) {
                if (base.has(each.launch(), each.waiter()) && !base.has(each.complete(), each.waiter())) {
                    base.addClosed(each.complete(), each.waiter());
                    changed = true;
                }
            }
        }
        Relation preserved =
                events.proxyOrder().isTrivial() ? base : events.proxyOrder().preserved(base);
        cause.copyFrom(preserved);
        // Base causality contains po, and so poloc.
        for (int write = 0; write < events.actionCount(); write++) {
            for (int read = observation.next(write, -1); read >= 0; read = observation.next(write, read)) {
                cause.addRow(write, preserved, read);
            }
        }
    }

    /** Whether causality orders two events neither way. */
    public boolean areUnordered(int first, int second) {
        return !cause.has(first, second) && !cause.has(second, first);
    }

    /** cb. */
    public Relation base() {
        return base;
    }

    /** obs. */
    public Relation observation() {
        return observation;
    }

    /** cause. */
    public Relation cause() {
        return cause;
    }

    /**
     * Whether the reads assigned so far satisfy the causality axiom (6): a read returns neither a write that it causes, nor one that a write that causes the read overwrites.
     */
    public boolean allows(ReadsFrom values) {
        for (int read : events.reads()) {
            if (!values.isAssigned(read)) {
                continue;
            }
            int write = values.writeOf(read);
            if (write >= 0 && cause.has(read, write)) {
                return false;
            }
            for (int other : events.writesAt(events.location(read))) {
                boolean overwrites = write < 0 || (other != write && cause.has(write, other));
                if (overwrites && cause.has(other, read)) {
                    return false;
                }
            }
        }
        return true;
    }
}
