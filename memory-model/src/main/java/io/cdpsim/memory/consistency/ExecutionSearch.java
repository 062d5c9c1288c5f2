package io.cdpsim.memory.consistency;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Goes through all consistent executions of a test: traces, then orders of barriers and streams, then reads, fences and coherence. */
final class ExecutionSearch {
    /** What is done with the consistent executions. */
    interface Visitor {
        /** Takes executions that differ in coherence alone. */
        void visit(Execution execution);
    }

    private final TestContext context;
    private final ObservedTerms terms;

    ExecutionSearch(TestContext context, ObservedTerms terms) {
        this.context = context;
        this.terms = terms;
    }

    void run(Visitor visitor) {
        new CandidateSearch(context, events -> ofEvents(events, visitor)).run();
    }

    private void ofEvents(EventSet events, Visitor visitor) {
        Set<Integer> observed = new HashSet<>();
        for (int i = 0; i < terms.count(); i++) {
            observed.add(terms.location(i, events));
        }
        List<int[]> fences = FenceOrderSearch.pairs(events);
        new OrderingSearch(
                        events,
                        ordering -> new ReadsFromSearch(
                                        events,
                                        ordering,
                                        (values, causality) -> new FenceOrderSearch(
                                                        events,
                                                        values,
                                                        fences,
                                                        (order, ordered) -> coherent(
                                                                events, ordering, values, order, ordered, observed,
                                                                visitor))
                                                .run(causality))
                                .run())
                .run();
    }

    private static void coherent(
            EventSet events,
            Ordering ordering,
            ReadValues values,
            List<int[]> fences,
            Causality causality,
            Set<Integer> observed,
            Visitor visitor) {
        if (!QueueOrders.agree(causality.base(), ordering.queues())) {
            return;
        }
        List<LocationOrders> locations = new ArrayList<>();
        for (int location = 0; location < events.context().locations().count(); location++) {
            if (events.writesAt(location).length > 0) {
                CoherenceSearch search = new CoherenceSearch(events, values, causality, location);
                List<long[]> orders = search.run();
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
        visitor.visit(new Execution(events, ordering, values, fences, causality, locations));
    }
}
