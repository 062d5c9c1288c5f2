package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.LocationAccesses;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Enumerates the coherence orders of one location. Given causality, the axioms constrain each location by itself. An order is a row of bits for each access, numbered as in {@link LocationAccesses}; it omits the initial write, which precedes all.
 */
public final class CoherenceSearch {
    private static final int OPEN = -2;

    private final LocationAccesses accesses;
    private final ReadsFrom values;
    private final int[] returned;
    private final long[] cause;
    private final List<int[]> undecided = new ArrayList<>();
    private final List<long[]> orders = new ArrayList<>();
    private boolean firstOnly;

    /** Prepares a search for the orders of one location, given causality. */
    public CoherenceSearch(EventSet events, ReadsFrom values, Causality causality, int location) {
        this.values = values;
        this.accesses = events.locationAccesses(location);
        this.cause = accesses.rows(causality.cause());
        this.returned = new int[accesses.count()];
        for (int i = 0; i < returned.length; i++) {
            if (!accesses.isWrite(i)) {
                int read = accesses.event(i);
                returned[i] = values.isAssigned(read) ? accesses.indexOf(values.writeOf(read)) : OPEN;
            }
        }
    }

    /** Whether an order exists for the reads assigned so far. */
    public boolean isPossible() {
        firstOnly = true;
        search();
        return !orders.isEmpty();
    }

    /** All orders. */
    public List<long[]> run() {
        search();
        return orders;
    }

    /**
     * Whether in some order each of these reads returns the same write however often it is repeated: no write behind that one is morally strong
     * to the read, so that no write has to become visible to it.
     *
     * @param reads reads of the location
     */
    public boolean mayStay(List<Integer> reads) {
        return run().stream()
                .anyMatch(order -> reads.stream()
                        .map(accesses::indexOf)
                        .allMatch(read -> (overwriting(order, read) & accesses.morallyStrong(read)) == 0));
    }

    /** The number of orders that end with each value, once for each write that may be the last. */
    Map<Long, Long> countByFinalValue() {
        Map<Long, Long> counts = new LinkedHashMap<>();
        for (long[] order : orders) {
            for (int i = 0; i < order.length; i++) {
                if (accesses.isWrite(i) && order[i] == 0) {
                    counts.merge(values.of(values.written(accesses.event(i))), 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    private void search() {
        long[] order = new long[accesses.count()];
        for (int i = 0; i < order.length; i++) {
            if (accesses.isWrite(i)) {
                order[i] = cause[i] & accesses.writes();
                for (int j = i + 1; j < order.length; j++) {
                    if (accesses.isWrite(j) && (accesses.morallyStrong(i) & 1L << j) != 0) {
                        undecided.add(new int[] {i, j});
                    }
                }
            }
        }
        close(order);
        decide(0, order);
    }

    private void decide(int index, long[] order) {
        if ((firstOnly && !orders.isEmpty()) || !holds(order)) {
            return;
        }
        int next = index;
        while (next < undecided.size() && isDecided(order, undecided.get(next))) {
            next++;
        }
        if (next == undecided.size()) {
            orders.add(order);
            return;
        }
        int[] pair = undecided.get(next);
        decide(next + 1, with(order, pair[0], pair[1]));
        decide(next + 1, with(order, pair[1], pair[0]));
    }

    private static boolean isDecided(long[] order, int[] pair) {
        return has(order, pair[0], pair[1]) || has(order, pair[1], pair[0]);
    }

    private static boolean has(long[] rows, int from, int to) {
        return (rows[from] & 1L << to) != 0;
    }

    /** A copy with one more pair and its transitive consequences. */
    private static long[] with(long[] order, int from, int to) {
        long[] more = order.clone();
        long behind = more[to] | 1L << to;
        for (int i = 0; i < more.length; i++) {
            if (i == from || has(more, i, from)) {
                more[i] |= behind;
            }
        }
        return more;
    }

    private static void close(long[] rows) {
        for (int k = 0; k < rows.length; k++) {
            long through = rows[k];
            if (through != 0) {
                for (int i = 0; i < rows.length; i++) {
                    if (has(rows, i, k)) {
                        rows[i] |= through;
                    }
                }
            }
        }
    }

    private static boolean isAcyclic(long[] closed) {
        for (int i = 0; i < closed.length; i++) {
            if (has(closed, i, i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether axioms 1, 3 and 6 hold of the decided part of the order. More pairs never repair a violation. Axiom 5 follows: morally strong rf and the poloc behind it are causality, so every path from write to write is in the order, and a cycle that closes by fr violates axiom 6.
     */
    private boolean holds(long[] order) {
        if (!isAcyclic(order)) {
            return false;
        }
        for (int i = 0; i < order.length; i++) {
            if (!accesses.isWrite(i) && returned[i] != OPEN) {
                long later = overwriting(order, i);
                if (breaksCausality(later, i) || breaksAtomicity(order, later, i)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** fr: the writes behind the one that a read returns. */
    private long overwriting(long[] order, int read) {
        return returned[read] < 0 ? accesses.writes() : order[returned[read]];
    }

    private boolean breaksCausality(long later, int read) {
        for (long left = later; left != 0; left &= left - 1) {
            if (has(cause, Long.numberOfTrailingZeros(left), read)) {
                return true;
            }
        }
        return false;
    }

    private boolean breaksAtomicity(long[] order, long later, int read) {
        int own = accesses.partner(read);
        if (own < 0) {
            return false;
        }
        long between = later & accesses.morallyStrong(read) & accesses.morallyStrong(own);
        for (long left = between; left != 0; left &= left - 1) {
            if (has(order, Long.numberOfTrailingZeros(left), own)) {
                return true;
            }
        }
        return false;
    }
}
