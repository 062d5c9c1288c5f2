package io.cdpsim.memory.consistency.relations;

/** The accesses of one location, numbered from 0; the initial write has the number behind the last. */
public final class LocationAccesses {
    private final int[] accesses;
    private final boolean[] isWrite;
    private final Relation morallyStrong;
    private final int[] partner;

    /** Numbers the accesses. */
    LocationAccesses(EventSet events, int location) {
        accesses = events.accessesAt(location);
        morallyStrong = restrict(events.morallyStrong());
        partner = new int[accesses.length];
        isWrite = new boolean[accesses.length];
        for (int i = 0; i < accesses.length; i++) {
            isWrite[i] = events.isWrite(accesses[i]);
            partner[i] = indexOf(events.partner(accesses[i]));
        }
    }

    /** A relation among the accesses, without the initial write. */
    public Relation restrict(Relation relation) {
        Relation restricted = new Relation(accesses.length + 1);
        for (int i = 0; i < accesses.length; i++) {
            for (int j = 0; j < accesses.length; j++) {
                if (relation.has(accesses[i], accesses[j])) {
                    restricted.add(i, j);
                }
            }
        }
        return restricted;
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

    /** The number of accesses, which is the number of the initial write. */
    public int count() {
        return accesses.length;
    }

    /** The number of an access among all events. */
    public int event(int index) {
        return accesses[index];
    }

    /** Whether an access is a write. */
    public boolean isWrite(int index) {
        return isWrite[index];
    }

    /** ms. */
    public Relation morallyStrong() {
        return morallyStrong;
    }

    /** The other half of an atomic, or -1. */
    public int partner(int index) {
        return partner[index];
    }
}
