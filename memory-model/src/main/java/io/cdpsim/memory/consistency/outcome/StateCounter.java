package io.cdpsim.memory.consistency.outcome;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.relations.Execution.LocationOrders;
import io.cdpsim.memory.consistency.relations.ExecutionCount;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts the executions that reach each final state. */
public final class StateCounter {
    private final ObservedTerms terms;
    private final Map<Key, Long> counts = new TreeMap<>();
    private final Set<UndefinedBehavior> undefined = new LinkedHashSet<>();

    /** The values of the observed terms, the rules that the execution violates, and the threads that wait forever. */
    public record Key(List<Long> values, String undefined, List<String> waiting) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            for (int i = 0; i < values.size(); i++) {
                int order = Long.compare(values.get(i), other.values.get(i));
                if (order != 0) {
                    return order;
                }
            }
            int order = undefined.compareTo(other.undefined);
            return order != 0 ? order : String.join(" ", waiting).compareTo(String.join(" ", other.waiting));
        }
    }

    /** A counter at 0. */
    public StateCounter(ObservedTerms terms) {
        this.terms = terms;
    }

    /** The states in order of their values. */
    public Map<Key, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** The undefined behavior of all executions. */
    public List<UndefinedBehavior> undefined() {
        return List.copyOf(undefined);
    }

    /** Counts an execution once for each coherence order of each location. */
    public void count(Execution execution) {
        EventSet events = execution.events();
        List<LocationOrders> locations = execution.locations();
        List<UndefinedBehavior> acts = new ArrayList<>();
        events.traces().forEach(each -> acts.addAll(each.undefined()));
        acts.addAll(execution.ordering().undefined());
        undefined.addAll(acts);
        String rules =
                acts.stream().map(UndefinedBehavior::rule).distinct().sorted().collect(Collectors.joining(", "));
        long others = execution.multiplicity();
        for (LocationOrders each : locations) {
            if (!each.observed()) {
                others = ExecutionCount.times(others, each.count());
            }
        }
        fill(new ArrayList<>(), others, new Key(List.of(), rules, waiting(events)), execution);
    }

    private static List<String> waiting(EventSet events) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < events.threads().size(); i++) {
            if (events.traces().get(i).ending() == Trace.Ending.WAITING) {
                names.add(events.threads().get(i).name());
            }
        }
        return List.copyOf(names);
    }

    /** Counts the state for each combination of the remaining values. */
    private void fill(List<Long> state, long executions, Key rest, Execution execution) {
        int index = state.size();
        if (index == terms.count()) {
            counts.merge(
                    new Key(List.copyOf(state), rest.undefined(), rest.waiting()), executions, ExecutionCount::plus);
            return;
        }
        EventSet events = execution.events();
        int location = terms.location(index, events);
        if (location < 0) {
            long value = terms.register(index, events, execution.values());
            fillWith(value, state, executions, rest, execution);
            return;
        }
        for (LocationOrders each : execution.locations()) {
            if (each.location() == location) {
                each.countByFinalValue()
                        .forEach((value, count) ->
                                fillWith(value, state, ExecutionCount.times(executions, count), rest, execution));
                return;
            }
        }
        fillWith(events.context().locations().initialValue(location), state, executions, rest, execution);
    }

    private void fillWith(long value, List<Long> state, long executions, Key rest, Execution execution) {
        state.add(value);
        fill(state, executions, rest, execution);
        state.remove(state.size() - 1);
    }
}
