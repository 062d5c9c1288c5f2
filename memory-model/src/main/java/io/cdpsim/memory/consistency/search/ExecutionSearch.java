package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.outcome.ObservedTerms;
import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.relations.Execution.LocationOrders;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadTraces;
import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import io.cdpsim.memory.litmus.Condition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Enumerates the consistent executions of a test: traces, then orders of barriers and streams, then reads, fences and coherence. */
public final class ExecutionSearch {
    /** A visitor of the consistent executions. */
    public interface Visitor {
        /** Visits executions that differ in coherence alone. */
        void visit(Execution execution);
    }

    private final TestContext context;
    private final ThreadTraces traces;
    private final ObservedTerms terms;
    private final Condition goal;

    /**
     * Prepares a search.
     *
     * @param terms the observed terms of final states: coherence orders are distinguished only for observed locations
     */
    public ExecutionSearch(TestContext context, ThreadTraces traces, ObservedTerms terms) {
        this(context, traces, terms, Condition.always());
    }

    /**
     * Prepares a search.
     *
     * @param terms the observed terms of final states
     * @param goal a condition on final states; executions whose registers violate it are left out
     */
    public ExecutionSearch(TestContext context, ThreadTraces traces, ObservedTerms terms, Condition goal) {
        this.goal = goal;
        this.context = context;
        this.traces = traces;
        this.terms = terms;
    }

    /** Finds all consistent executions. */
    public void run(Visitor visitor) {
        new CandidateSearch(context, traces, events -> among(events, visitor)).run();
    }

    /** Finds the consistent executions of one choice of traces. */
    public void among(EventSet events, Visitor visitor) {
        Set<Integer> observed = new HashSet<>();
        for (int i = 0; i < terms.count(); i++) {
            observed.add(terms.location(i, events));
        }
        List<int[]> fences = FenceOrderSearch.pairs(events);
        List<PathConstraint> goals = terms.constraints(goal, events);
        new OrderingSearch(events, ordering -> {
                    ReadsFromSearch.Completion completion;
                    if (FenceOrderSolver.applies(events, ordering)) {
                        completion = new FenceOrderSolver(events, ordering, observed, visitor)::solve;
                    } else {
                        completion = (values, causality, multiplicity) -> new FenceOrderSearch(
                                        events,
                                        values,
                                        fences,
                                        (order, ordered) -> coherent(
                                                events,
                                                ordering,
                                                values,
                                                order,
                                                ordered,
                                                observed,
                                                multiplicity,
                                                visitor))
                                .run(causality);
                    }
                    new ReadsFromSearch(events, ordering, goals, completion).run();
                })
                .run();
    }

    private static void coherent(
            EventSet events,
            SynchronizationOrder ordering,
            ReadsFrom values,
            List<int[]> fences,
            Causality causality,
            Set<Integer> observed,
            long multiplicity,
            Visitor visitor) {
        if (!QueueOrders.agree(causality.base(), ordering.queues())
                || !BlockedGrids.waitsAgree(events, ordering, causality.base())) {
            return;
        }
        List<LocationOrders> locations = new ArrayList<>();
        for (int location = 0; location < events.context().locations().count(); location++) {
            if (events.writesAt(location).length > 0) {
                CoherenceSearch search = new CoherenceSearch(events, values, causality, location);
                List<Relation> orders = search.run();
                if (orders.isEmpty()) {
                    return;
                }
                locations.add(new LocationOrders(
                        location,
                        observed.contains(location),
                        orders.size(),
                        observed.contains(location) ? search.countByFinalValue() : Map.of()));
            }
        }
        visitor.visit(new Execution(events, ordering, values, fences, causality, locations, multiplicity));
    }
}
