package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.LocationAccesses;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.relations.Relation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Enumerates the coherence orders of one location. Given causality, the axioms constrain each location by itself. An order is a relation among the
 * accesses, numbered as in {@link LocationAccesses}, in which the initial write precedes all writes.
 */
public final class CoherenceSearch {
    private static final int OPEN = -1;

    private final LocationAccesses accesses;
    private final int count;
    private final ReadsFrom values;
    private final int[] returned;
    private final Relation cause;
    /** For each read the writes that cause it. */
    private final Relation causes;

    private final List<int[]> undecided = new ArrayList<>();
    private final List<Relation> orders = new ArrayList<>();
    private boolean firstOnly;

    /** Prepares a search for the orders of one location, given causality. */
    public CoherenceSearch(EventSet events, ReadsFrom values, Causality causality, int location) {
        this.values = values;
        this.accesses = events.locationAccesses(location);
        this.count = accesses.count();
        this.cause = accesses.restrict(causality.cause());
        this.causes = new Relation(count + 1);
        this.returned = new int[count];
        for (int i = 0; i < count; i++) {
            if (!accesses.isWrite(i)) {
                int read = accesses.event(i);
                returned[i] = values.isAssigned(read) ? returned(values.writeOf(read)) : OPEN;
                for (int j = 0; j < count; j++) {
                    if (accesses.isWrite(j) && cause.has(j, i)) {
                        causes.add(i, j);
                    }
                }
            }
        }
    }

    private int returned(int write) {
        return write == ReadsFrom.INITIAL ? count : accesses.indexOf(write);
    }

    /** Whether an order exists for the reads assigned so far. */
    public boolean isPossible() {
        firstOnly = true;
        search();
        return !orders.isEmpty();
    }

    /** All orders. */
    public List<Relation> run() {
        search();
        return orders;
    }

    /**
     * Whether in some order each of these reads returns the same value however often it is repeated: no other write behind the one that it
     * returns is morally strong to it, so that no write has to become visible to it.
     *
     * @param repeated reads of the location, and writes that write the value that was there
     */
    public boolean mayStay(List<Integer> repeated) {
        List<Integer> own = repeated.stream().map(accesses::indexOf).toList();
        return run().stream()
                .anyMatch(order -> own.stream()
                        .filter(each -> !accesses.isWrite(each))
                        .noneMatch(read -> IntStream.range(0, count)
                                .filter(each -> !own.contains(each))
                                .anyMatch(each -> order.has(returned[read], each)
                                        && accesses.morallyStrong().has(each, read))));
    }

    /** The number of orders that end with each value, once for each write that may be the last. */
    Map<Long, Long> countByFinalValue() {
        Map<Long, Long> counts = new LinkedHashMap<>();
        for (Relation order : orders) {
            for (int i = 0; i < count; i++) {
                if (accesses.isWrite(i) && order.next(i, -1) < 0) {
                    counts.merge(values.of(values.written(accesses.event(i))), 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    private void search() {
        Relation order = new Relation(count + 1);
        for (int i = 0; i < count; i++) {
            if (accesses.isWrite(i)) {
                order.add(count, i);
                for (int j = 0; j < count; j++) {
                    if (accesses.isWrite(j) && cause.has(i, j)) {
                        order.add(i, j);
                    }
                    if (j > i && accesses.isWrite(j) && accesses.morallyStrong().has(i, j)) {
                        undecided.add(new int[] {i, j});
                    }
                }
            }
        }
        order.close();
        decide(0, order);
    }

    private void decide(int index, Relation order) {
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

    private static boolean isDecided(Relation order, int[] pair) {
        return order.has(pair[0], pair[1]) || order.has(pair[1], pair[0]);
    }

    /** A copy with one more pair and its transitive consequences. */
    private static Relation with(Relation order, int from, int to) {
        Relation more = order.copy();
        more.addClosed(from, to);
        return more;
    }

    /**
     * Whether axioms 1, 3 and 6 hold of the decided part of the order. More pairs never repair a violation. Axiom 5 follows: morally strong rf and the poloc behind it are causality, so every path from write to write is in the order, and a cycle that closes by fr violates axiom 6.
     */
    private boolean holds(Relation order) {
        for (int i = 0; i < count; i++) {
            if (accesses.isWrite(i)) {
                if (order.has(i, i)) {
                    return false;
                }
            } else if (returned[i] != OPEN && (order.intersects(returned[i], causes, i) || breaksAtomicity(order, i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a morally strong write is between the read and the write of an atomic. */
    private boolean breaksAtomicity(Relation order, int read) {
        int own = accesses.partner(read);
        if (own < 0) {
            return false;
        }
        Relation strong = accesses.morallyStrong();
        for (int i = order.next(returned[read], -1); i >= 0; i = order.next(returned[read], i)) {
            if (strong.has(read, i) && strong.has(own, i) && order.has(i, own)) {
                return true;
            }
        }
        return false;
    }
}
