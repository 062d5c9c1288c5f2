package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.trace.SymbolicValue;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import io.cdpsim.memory.litmus.IntegerComparison;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Identifies the barrier of each arrival: its block, id, resource and count. If these are values of reads, it enumerates all identifications, each with its constraints on the values.
 */
final class BarrierNames {
    /** The count of a barrier that has none. */
    static final int NO_COUNT = -1;

    /** A count that no number of arrivals reaches. */
    static final int UNREACHABLE = 0;

    /** A consumer of identifications. */
    interface Consumer {
        /** Takes the barrier of each arrival and the constraints on values. Both change after the call. */
        void accept(Map<Integer, Name> names, List<PathConstraint> constraints);
    }

    /** A barrier of a block; equal numbers of ids and resources mean equal values. */
    record Name(int block, int id, int resource, int count) {}

    private final EventSet events;
    private final Consumer consumer;
    private final List<Integer> arrivals = new ArrayList<>();
    private final List<SymbolicValue> labels = new ArrayList<>();
    private final List<SymbolicValue> counts = new ArrayList<>();
    private final List<PathConstraint> constraints = new ArrayList<>();
    private final Map<SymbolicValue, Integer> numberOf = new LinkedHashMap<>();
    private final Map<SymbolicValue, Integer> countOf = new LinkedHashMap<>();

    BarrierNames(EventSet events, Consumer consumer) {
        this.events = events;
        this.consumer = consumer;
        for (int i = 0; i < events.actionCount(); i++) {
            if (events.action(i) instanceof ThreadAction.Arrival arrival) {
                arrivals.add(i);
                note(arrival.id(), labels);
                note(arrival.resource(), labels);
                arrival.count().ifPresent(each -> note(each, counts));
            }
        }
    }

    /** Adds a value, constants first, so that unknown values are compared with known ones. */
    private static void note(SymbolicValue value, List<SymbolicValue> values) {
        if (!values.contains(value)) {
            boolean known = value instanceof SymbolicValue.Constant;
            long constants = values.stream()
                    .filter(each -> each instanceof SymbolicValue.Constant)
                    .count();
            values.add(known ? (int) constants : values.size(), value);
        }
    }

    void run() {
        nameLabels(0);
    }

    /** A label equals an earlier one, or is distinct from all of them. */
    private void nameLabels(int index) {
        if (index == labels.size()) {
            nameCounts(0);
            return;
        }
        SymbolicValue label = labels.get(index);
        int differing = (int) numberOf.values().stream().distinct().count();
        if (label instanceof SymbolicValue.Constant) {
            nameLabel(index, differing, List.of());
            return;
        }
        List<PathConstraint> different = new ArrayList<>();
        for (int number = 0; number < differing; number++) {
            SymbolicValue first = firstOf(number);
            nameLabel(index, number, List.of(new PathConstraint(IntegerComparison.EQUAL, label, first, true)));
            different.add(new PathConstraint(IntegerComparison.EQUAL, label, first, false));
        }
        nameLabel(index, differing, different);
    }

    private SymbolicValue firstOf(int number) {
        return labels.stream()
                .filter(each -> Integer.valueOf(number).equals(numberOf.get(each)))
                .findFirst()
                .orElseThrow();
    }

    private void nameLabel(int index, int number, List<PathConstraint> holding) {
        numberOf.put(labels.get(index), number);
        with(holding, () -> nameLabels(index + 1));
        numberOf.remove(labels.get(index));
    }

    private void nameCounts(int index) {
        if (index == counts.size()) {
            accept();
            return;
        }
        SymbolicValue count = counts.get(index);
        int most = events.threads().size();
        if (count instanceof SymbolicValue.Constant known) {
            boolean reachable = known.value() > 0 && known.value() <= most;
            nameCount(index, reachable ? (int) known.value() : UNREACHABLE, List.of());
            return;
        }
        for (int number = 1; number <= most; number++) {
            nameCount(index, number, List.of(holds(IntegerComparison.EQUAL, count, number)));
        }
        nameCount(index, UNREACHABLE, List.of(holds(IntegerComparison.GREATER, count, most)));
        nameCount(index, UNREACHABLE, List.of(holds(IntegerComparison.LESS, count, 1)));
    }

    private static PathConstraint holds(IntegerComparison comparison, SymbolicValue value, int than) {
        return new PathConstraint(comparison, value, new SymbolicValue.Constant(than), true);
    }

    private void nameCount(int index, int count, List<PathConstraint> holding) {
        countOf.put(counts.get(index), count);
        with(holding, () -> nameCounts(index + 1));
        countOf.remove(counts.get(index));
    }

    private void with(List<PathConstraint> holding, Runnable next) {
        int before = constraints.size();
        constraints.addAll(holding);
        next.run();
        constraints.subList(before, constraints.size()).clear();
    }

    private void accept() {
        Map<Integer, Name> names = new LinkedHashMap<>();
        for (int event : arrivals) {
            ThreadAction.Arrival arrival = (ThreadAction.Arrival) events.action(event);
            names.put(
                    event,
                    new Name(
                            events.threads().get(events.threadOf(event)).block(),
                            known(numberOf, arrival.id()),
                            known(numberOf, arrival.resource()),
                            arrival.count().isEmpty()
                                    ? NO_COUNT
                                    : known(countOf, arrival.count().get())));
        }
        consumer.accept(names, constraints);
    }

    private static int known(Map<SymbolicValue, Integer> numbers, SymbolicValue value) {
        return Optional.ofNullable(numbers.get(value)).orElseThrow();
    }
}
