package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.litmus.LitmusException;

/** The accesses of one location, numbered from 0, so that a row of a relation among them is one word. */
public final class LocationAccesses {
    private final int[] accesses;
    private final long writes;
    private final long[] morallyStrong;
    private final int[] partner;

    /**
     * Numbers the accesses.
     *
     * @throws LitmusException if there are more than 64
     */
    LocationAccesses(EventSet events, int location) {
        accesses = events.accessesAt(location);
        if (accesses.length > Long.SIZE) {
            String name = events.context().locations().variable(location).name();
            throw new LitmusException(
                    events.context().test().file(),
                    0,
                    "more than 64 accesses of '" + name + "'; lower --bound, or test less at once");
        }
        morallyStrong = rows(events.morallyStrong());
        partner = new int[accesses.length];
        long found = 0;
        for (int i = 0; i < accesses.length; i++) {
            if (events.isWrite(accesses[i])) {
                found |= 1L << i;
            }
            partner[i] = indexOf(events.partner(accesses[i]));
        }
        writes = found;
    }

    /** A relation among the accesses. */
    public long[] rows(Relation relation) {
        long[] rows = new long[accesses.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows.length; j++) {
                if (relation.has(accesses[i], accesses[j])) {
                    rows[i] |= 1L << j;
                }
            }
        }
        return rows;
    }

    /** The number of an event here, or -1. */
    public int indexOf(int event) {
        for (int i = 0; i < accesses.length; i++) {
            if (accesses[i] == event) {
                return i;
            }
        }
        return -1;
    }

    /** How many accesses there are. */
    public int count() {
        return accesses.length;
    }

    /** The number of an access among all events. */
    public int event(int index) {
        return accesses[index];
    }

    /** The writes, a bit for each. */
    public long writes() {
        return writes;
    }

    /** Whether an access is a write. */
    public boolean isWrite(int index) {
        return (writes & 1L << index) != 0;
    }

    /** ms from an access. */
    public long morallyStrong(int index) {
        return morallyStrong[index];
    }

    /** The other half of an atomic, or -1. */
    public int partner(int index) {
        return partner[index];
    }
}
