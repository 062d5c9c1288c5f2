package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.relations.Execution.LocationOrders;
import io.cdpsim.memory.consistency.relations.ExecutionCount;
import io.cdpsim.memory.consistency.relations.LocationAccesses;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Counts the orders of sequentially consistent fences of an execution without enumerating them, for fences that are all morally strong to one
 * another.
 *
 * <p>Then sc is a total order that contains causality among fences, and causality contains a path from an event a to an event b beyond the one
 * without sc exactly if a fence that a precedes comes before a fence that precedes b. So every path that an axiom forbids is a set of pairs of
 * fences whose order is the other one, and the orders are the linear extensions of these pairs (axioms 1, 2 and 6).
 */
final class FenceOrderSolver {
    private static final int MOST_FENCES = 20;

    private final EventSet events;
    private final SynchronizationOrder ordering;
    private final Set<Integer> observed;
    private final ExecutionSearch.Visitor visitor;
    private final int[] fences;
    private final List<Integer> written = new ArrayList<>();
    private final long[] counts;

    FenceOrderSolver(
            EventSet events, SynchronizationOrder ordering, Set<Integer> observed, ExecutionSearch.Visitor visitor) {
        this.events = events;
        this.ordering = ordering;
        this.observed = observed;
        this.visitor = visitor;
        this.fences = fences(events);
        this.counts = new long[1 << fences.length];
        for (int location = 0; location < events.context().locations().count(); location++) {
            if (events.writesAt(location).length > 0) {
                written.add(location);
            }
        }
    }

    /** Whether the orders of the fences of an execution can be counted. */
    static boolean applies(EventSet events, SynchronizationOrder ordering) {
        int[] fences = fences(events);
        if (!events.context().settings().reduced()
                || fences.length < 2
                || fences.length > MOST_FENCES
                || !ordering.waits().isEmpty()
                || !events.proxyOrder().isTrivial()
                || events.context().mayBlock()
                || ordering.queues().stream().anyMatch(each -> each.length > 1)
                || !areStrong(events, fences)) {
            return false;
        }
        for (int location = 0; location < events.context().locations().count(); location++) {
            if (!areStrong(events, events.writesAt(location))) {
                return false;
            }
        }
        return true;
    }

    private static boolean areStrong(EventSet events, int[] list) {
        for (int first : list) {
            for (int second : list) {
                if (first != second && !events.morallyStrong().has(first, second)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int[] fences(EventSet events) {
        return IntStream.range(0, events.actionCount())
                .filter(each -> FenceOrderSearch.isSequential(events, each))
                .toArray();
    }

    /** Visits one execution for all orders of fences, for each choice of coherence orders. */
    void solve(ReadsFrom values, Causality causality, long multiplicity) {
        int[] before = new int[fences.length];
        for (int i = 0; i < fences.length; i++) {
            for (int j = 0; j < fences.length; j++) {
                if (causality.cause().has(fences[j], fences[i])) {
                    before[i] |= 1 << j;
                }
            }
        }
        for (int read : events.reads()) {
            if (values.writeOf(read) >= 0) {
                forbid(read, values.writeOf(read), causality, before);
            }
        }
        if (firstOrder(before).isPresent()) {
            choose(0, values, causality, before, new ArrayList<>(), multiplicity);
        }
    }

    /** Excludes a path of causality: each fence that precedes its end comes before each fence that its start precedes. */
    private void forbid(int start, int end, Causality causality, int[] before) {
        int into = into(end, causality);
        for (int i = 0; i < fences.length; i++) {
            if (start == fences[i] || causality.cause().has(start, fences[i])) {
                before[i] |= into & ~(1 << i);
            }
        }
    }

    private int into(int end, Causality causality) {
        int into = 0;
        for (int i = 0; i < fences.length; i++) {
            if (end == fences[i] || causality.base().has(fences[i], end)) {
                into |= 1 << i;
            }
        }
        return into;
    }

    /** Chooses a coherence order of each location. */
    private void choose(
            int index,
            ReadsFrom values,
            Causality causality,
            int[] before,
            List<LocationOrders> locations,
            long multiplicity) {
        if (index == written.size()) {
            complete(values, causality, before, locations, multiplicity);
            return;
        }
        int location = written.get(index);
        LocationAccesses accesses = events.locationAccesses(location);
        for (Relation order : new CoherenceSearch(events, values, causality, location).run()) {
            int[] more = before.clone();
            Map<Long, Long> last = Map.of();
            for (int i = 0; i < accesses.count(); i++) {
                int event = accesses.event(i);
                int written = accesses.isWrite(i) ? i : accesses.indexOf(values.writeOf(event));
                int from = written < 0 ? accesses.count() : written;
                for (int later = order.next(from, -1); later >= 0; later = order.next(from, later)) {
                    forbid(accesses.event(later), event, causality, more);
                }
                if (accesses.isWrite(i) && order.next(i, -1) < 0 && observed.contains(location)) {
                    last = Map.of(values.of(values.written(event)), 1L);
                }
            }
            if (firstOrder(more).isPresent()) {
                locations.add(new LocationOrders(location, observed.contains(location), 1, last));
                choose(index + 1, values, causality, more, locations, multiplicity);
                locations.remove(locations.size() - 1);
            }
        }
    }

    private void complete(
            ReadsFrom values, Causality causality, int[] before, List<LocationOrders> locations, long multiplicity) {
        Causality ordered = new Causality(events);
        ordered.copyFrom(causality);
        List<int[]> pairs = new ArrayList<>();
        int[] order = firstOrder(before).orElseThrow();
        for (int i = 0; i < order.length; i++) {
            for (int j = i + 1; j < order.length; j++) {
                pairs.add(new int[] {fences[order[i]], fences[order[j]]});
                ordered.order(fences[order[i]], fences[order[j]]);
            }
        }
        visitor.visit(new Execution(
                events,
                ordering,
                values,
                pairs,
                ordered,
                List.copyOf(locations),
                ExecutionCount.times(multiplicity, count(before)),
                (first, second) -> areUnordered(first, second, causality, before)));
    }

    private boolean areUnordered(int first, int second, Causality causality, int[] before) {
        if (!causality.areUnordered(first, second)) {
            return false;
        }
        int[] more = before.clone();
        forbid(first, second, causality, more);
        forbid(second, first, causality, more);
        return firstOrder(more).isPresent();
    }

    /** The number of orders in which each fence has the ones of its set before it. */
    private long count(int[] before) {
        Arrays.fill(counts, 0);
        counts[0] = 1;
        for (int placed = 0; placed < counts.length - 1; placed++) {
            if (counts[placed] != 0) {
                for (int i = 0; i < before.length; i++) {
                    boolean isNext = (placed & 1 << i) == 0 && (before[i] & ~placed) == 0;
                    if (isNext) {
                        int more = placed | 1 << i;
                        counts[more] = ExecutionCount.plus(counts[more], counts[placed]);
                    }
                }
            }
        }
        return counts[counts.length - 1];
    }

    /** An order in which each fence has the ones of its set before it, if there is one. */
    private static Optional<int[]> firstOrder(int[] before) {
        int[] order = new int[before.length];
        int placed = 0;
        for (int at = 0; at < order.length; at++) {
            int next = 0;
            while (next < before.length && ((placed & 1 << next) != 0 || (before[next] & ~placed) != 0)) {
                next++;
            }
            if (next == before.length) {
                return Optional.empty();
            }
            order[at] = next;
            placed |= 1 << next;
        }
        return Optional.of(order);
    }
}
