package io.cdpsim.memory.consistency.model;

import io.cdpsim.memory.consistency.model.ModelStatement.Axiom;
import io.cdpsim.memory.consistency.model.ModelStatement.Order;
import io.cdpsim.memory.consistency.outcome.ObservedTerms;
import io.cdpsim.memory.consistency.outcome.RaceFinder;
import io.cdpsim.memory.consistency.outcome.StateCounter;
import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.relations.Execution.LocationOrders;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import io.cdpsim.memory.consistency.search.CandidateSearch;
import io.cdpsim.memory.consistency.search.OrderingSearch;
import io.cdpsim.memory.consistency.trace.SymbolicValue;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadTraces;
import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Enumerates the executions that a model allows: traces, orders of barriers and streams, reads, then the model's orders. It cuts a choice short
 * if an axiom is violated whose relation only grows.
 */
public final class ModelSearch {
    private final MemoryModel model;
    private final TestContext context;
    private final ThreadTraces traces;
    private final ObservedTerms terms;
    private final StateCounter states;
    private final RaceFinder races;

    /** Prepares a search that counts the final states and collects the races. */
    public ModelSearch(
            MemoryModel model,
            TestContext context,
            ThreadTraces traces,
            ObservedTerms terms,
            StateCounter states,
            RaceFinder races) {
        this.races = races;
        this.model = model;
        this.context = context;
        this.traces = traces;
        this.terms = terms;
        this.states = states;
    }

    /** Finds all executions. */
    public void run() {
        new CandidateSearch(context, traces, events -> {
                    ModelEvaluator evaluator = new ModelEvaluator(model, events);
                    new OrderingSearch(events, ordering -> new OfOrdering(events, evaluator, ordering).run()).run();
                })
                .run();
    }

    /** The search among the executions of one choice of traces, barrier phases and stream orders. */
    private final class OfOrdering {
        private final EventSet events;
        private final ModelEvaluator evaluator;
        private final SynchronizationOrder ordering;
        private final ReadsFrom values;
        private final List<PathConstraint> constraints = new ArrayList<>();
        private final int[] reads;

        OfOrdering(EventSet events, ModelEvaluator evaluator, SynchronizationOrder ordering) {
            this.events = events;
            this.evaluator = evaluator;
            this.ordering = ordering;
            this.values = new ReadsFrom(events, ordering);
            this.reads = events.reads();
        }

        void run() {
            events.traces().forEach(each -> constraints.addAll(each.constraints()));
            constraints.addAll(ordering.constraints());
            evaluator.begin(ordering);
            evaluator.readsFrom(values);
            if (constraintsMayHold() && mayHoldFrom(0)) {
                assign(0, ordering);
            }
        }

        private void assign(int index, SynchronizationOrder ordering) {
            if (index == reads.length) {
                evaluator.readsFrom(values);
                decide(0, ordering);
                return;
            }
            int read = reads[index];
            attempt(index, ReadsFrom.INITIAL, ordering);
            for (int write : events.writesAt(events.location(read))) {
                attempt(index, write, ordering);
            }
            values.reopen(read);
        }

        private void attempt(int index, int write, SynchronizationOrder ordering) {
            context.step();
            int read = reads[index];
            values.assign(read, write);
            if (values.dependsOnItself(read) || !constraintsMayHold()) {
                return;
            }
            evaluator.readsFrom(values);
            if (mayHoldFrom(0)) {
                assign(index + 1, ordering);
            }
        }

        private boolean constraintsMayHold() {
            for (PathConstraint each : constraints) {
                if (isKnown(each.left())
                        && isKnown(each.right())
                        && each.comparison().holds(values.of(each.left()), values.of(each.right()))
                                != each.expected()) {
                    return false;
                }
            }
            return true;
        }

        private boolean isKnown(SymbolicValue value) {
            return values.isKnown(value);
        }

        /** Whether no axiom from a statement on is violated for good. Orders hold what they contain in any case. */
        private boolean mayHoldFrom(int first) {
            for (ModelStatement each :
                    model.statements().subList(first, model.statements().size())) {
                if (each instanceof Order order) {
                    Relation least = new Relation(evaluator.base().size());
                    if (order.from().change().isKept()) {
                        least.addAll(evaluator.value(order.from()));
                        least.close();
                    }
                    if (!least.isIrreflexive()) {
                        return false;
                    }
                    evaluator.order(order.index(), least);
                } else if (each instanceof Axiom axiom && axiom.term().change().isKept() && !evaluator.holds(axiom)) {
                    return false;
                }
            }
            return true;
        }

        /** Takes the statements from one on, with all orders before it decided. */
        private void decide(int index, SynchronizationOrder ordering) {
            for (int i = index; i < model.statements().size(); i++) {
                ModelStatement each = model.statements().get(i);
                if (each instanceof Axiom axiom && !evaluator.holds(axiom)) {
                    return;
                } else if (each instanceof Order order) {
                    Relation least = evaluator.value(order.from()).copy();
                    least.close();
                    orient(i, order, pairs(order), 0, least, ordering);
                    return;
                }
            }
            complete(ordering);
        }

        private List<int[]> pairs(Order order) {
            Relation over = evaluator.value(order.over());
            List<int[]> pairs = new ArrayList<>();
            for (int i = 0; i < over.size(); i++) {
                for (int j = i + 1; j < over.size(); j++) {
                    if (over.has(i, j) || over.has(j, i)) {
                        pairs.add(new int[] {i, j});
                    }
                }
            }
            return pairs;
        }

        private void orient(
                int statement,
                Order order,
                List<int[]> pairs,
                int first,
                Relation known,
                SynchronizationOrder ordering) {
            context.step();
            if (!known.isIrreflexive()) {
                return;
            }
            int next = first;
            while (next < pairs.size() && isDecided(known, pairs.get(next))) {
                next++;
            }
            evaluator.order(order.index(), known);
            if (next == pairs.size()) {
                decide(statement + 1, ordering);
                return;
            }
            if (!mayHoldFrom(statement + 1)) {
                return;
            }
            int[] pair = pairs.get(next);
            orient(statement, order, pairs, next + 1, with(known, pair[0], pair[1]), ordering);
            orient(statement, order, pairs, next + 1, with(known, pair[1], pair[0]), ordering);
        }

        private static boolean isDecided(Relation known, int[] pair) {
            return known.has(pair[0], pair[1]) || known.has(pair[1], pair[0]);
        }

        private static Relation with(Relation known, int from, int to) {
            Relation more = known.copy();
            more.add(from, to);
            more.close();
            return more;
        }

        private void complete(SynchronizationOrder ordering) {
            for (ModelStatement each : model.statements()) {
                if (each instanceof ModelStatement.Race race) {
                    addRaces(evaluator.value(race.pairs()));
                }
            }
            List<LocationOrders> locations = new ArrayList<>();
            Set<Integer> observed = new LinkedHashSet<>();
            for (int i = 0; i < terms.count(); i++) {
                observed.add(terms.location(i, events));
            }
            Relation coherence = evaluator.orderOf(model.coherence());
            for (int location = 0; location < context.locations().count(); location++) {
                if (events.writesAt(location).length > 0) {
                    locations.add(new LocationOrders(
                            location, observed.contains(location), 1, lastValues(coherence, location)));
                }
            }
            states.count(new Execution(
                    events, ordering, values, List.of(), new Causality(events), locations, events.multiplicity()));
        }

        private Map<Long, Long> lastValues(Relation coherence, int location) {
            Map<Long, Long> counts = new LinkedHashMap<>();
            int[] writes = events.writesAt(location);
            for (int write : writes) {
                if (Arrays.stream(writes).noneMatch(other -> coherence.has(write, other))) {
                    counts.merge(values.of(values.written(write)), 1L, Long::sum);
                }
            }
            return counts;
        }

        private void addRaces(Relation pairs) {
            for (int i = 0; i < events.actionCount(); i++) {
                for (int j = i + 1; j < events.actionCount(); j++) {
                    if (pairs.has(i, j) || pairs.has(j, i)) {
                        races.add(events, i, j);
                    }
                }
            }
        }
    }
}
