package io.cdpsim.memory.consistency.relations;

/** Those axioms that can be tried before coherence is chosen. */
public final class Axioms {
    private Axioms() {}

    /**
     * Whether no read assigned so far breaks the axiom of causality: it returns neither a write that it causes, nor one that is
     * overwritten by a write that causes it.
     */
    public static boolean readsAgree(EventSet events, ReadsFrom values, Causality causality) {
        for (int read : events.reads()) {
            if (!values.isAssigned(read)) {
                continue;
            }
            int write = values.writeOf(read);
            if (write >= 0 && causality.cause().has(read, write)) {
                return false;
            }
            for (int other : events.writesAt(events.location(read))) {
                boolean overwrites =
                        write < 0 || (other != write && causality.cause().has(write, other));
                if (overwrites && causality.cause().has(other, read)) {
                    return false;
                }
            }
        }
        return true;
    }
}
