package io.cdpsim.memory.consistency;

import io.cdpsim.memory.litmus.LitmusException;

/** The accesses of one location, numbered for themselves, so that a row of a relation among them is one word. */
final class LocationEvents {
    private final int[] accesses;
    private final long writes;
    private final long[] locationOrder;
    private final long[] morallyStrong;
    private final int[] partner;

    /**
     * Numbers the accesses.
     *
     * @throws LitmusException if there are more than 64
     */
    LocationEvents(EventSet events, int location) {
        accesses = events.accessesAt(location);
        if (accesses.length > Long.SIZE) {
            String name = events.context().locations().variable(location).name();
            throw new LitmusException(
                    events.context().test().file(),
                    0,
                    "more than 64 accesses of '" + name + "'; lower --bound, or test less at once");
        }
        locationOrder = rows(events.locationOrder());
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
    long[] rows(Relation relation) {
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
    int indexOf(int event) {
        for (int i = 0; i < accesses.length; i++) {
            if (accesses[i] == event) {
                return i;
            }
        }
        return -1;
    }

    int count() {
        return accesses.length;
    }

    int event(int index) {
        return accesses[index];
    }

    long writes() {
        return writes;
    }

    boolean isWrite(int index) {
        return (writes & 1L << index) != 0;
    }

    /** poloc from an access. */
    long locationOrder(int index) {
        return locationOrder[index];
    }

    /** ms from an access. */
    long morallyStrong(int index) {
        return morallyStrong[index];
    }

    /** The other half of an atomic, or -1. */
    int partner(int index) {
        return partner[index];
    }
}
