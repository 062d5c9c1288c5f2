package io.cdpsim.memory.consistency.outcome;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.relations.LocationOrders;
import io.cdpsim.memory.consistency.trace.UndefinedAct;
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
    private final Set<UndefinedAct> undefined = new LinkedHashSet<>();

    /** The values of the observed terms, and the rules by which the execution is undefined. */
    public record Key(List<Long> values, String undefined) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            for (int i = 0; i < values.size(); i++) {
                int order = Long.compare(values.get(i), other.values.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return undefined.compareTo(other.undefined);
        }
    }

    /** Counts nothing yet. */
    public StateCounter(ObservedTerms terms) {
        this.terms = terms;
    }

    /** The states in order of their values. */
    public Map<Key, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** All that is undefined in some execution. */
    public List<UndefinedAct> undefined() {
        return List.copyOf(undefined);
    }

    /** Counts what an execution stands for: one for each coherence order of each location. */
    public void count(Execution execution) {
        EventSet events = execution.events();
        List<LocationOrders> locations = execution.locations();
        List<UndefinedAct> acts = new ArrayList<>();
        events.traces().forEach(each -> acts.addAll(each.undefined()));
        undefined.addAll(acts);
        String rules = acts.stream().map(UndefinedAct::rule).distinct().sorted().collect(Collectors.joining(", "));
        long others = 1;
        for (LocationOrders each : locations) {
            if (!each.observed()) {
                others *= each.count();
            }
        }
        fill(0, new ArrayList<>(), others, rules, execution);
    }

    private void fill(int index, List<Long> state, long executions, String rules, Execution execution) {
        if (index == terms.count()) {
            counts.merge(new Key(List.copyOf(state), rules), executions, Long::sum);
            return;
        }
        EventSet events = execution.events();
        int location = terms.location(index, events);
        if (location < 0) {
            long value = terms.register(index, events, execution.values());
            fillWith(value, index, state, executions, rules, execution);
            return;
        }
        for (LocationOrders each : execution.locations()) {
            if (each.location() == location) {
                each.countByFinalValue()
                        .forEach((value, count) -> fillWith(value, index, state, executions * count, rules, execution));
                return;
            }
        }
        fillWith(events.context().locations().initialValue(location), index, state, executions, rules, execution);
    }

    private void fillWith(long value, int index, List<Long> state, long executions, String rules, Execution execution) {
        state.add(value);
        fill(index + 1, state, executions, rules, execution);
        state.remove(state.size() - 1);
    }
}
