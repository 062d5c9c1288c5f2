package io.cdpsim.memory.consistency.relations;

import java.util.List;
import java.util.Map;

/**
 * An execution whose reads have writes and whose fences have an order. Its parts change as the search continues.
 *
 * @param fences the ordered pairs of sequentially consistent fences
 * @param locations the coherence orders of each location that is written
 * @param multiplicity number of executions that differ from it by an exchange of equal threads or in the order of fences
 * @param concurrency the pairs of events that one of these executions does not order
 */
public record Execution(
        EventSet events,
        SynchronizationOrder ordering,
        ReadsFrom values,
        List<int[]> fences,
        Causality causality,
        List<LocationOrders> locations,
        long multiplicity,
        Concurrency concurrency) {
    /** Whether events may be concurrent: the execution may represent several that differ in the order of fences. */
    public interface Concurrency {
        /** Whether causality orders two events neither way in one of the executions. */
        boolean areUnordered(int first, int second);
    }

    /** One execution. */
    public Execution(
            EventSet events,
            SynchronizationOrder ordering,
            ReadsFrom values,
            List<int[]> fences,
            Causality causality,
            List<LocationOrders> locations,
            long multiplicity) {
        this(events, ordering, values, fences, causality, locations, multiplicity, causality::areUnordered);
    }

    /**
     * The coherence orders of a location.
     *
     * @param observed whether the test observes its final value
     * @param count their number
     * @param countByFinalValue the number that end with each value, once for each write that may be the last
     */
    public record LocationOrders(int location, boolean observed, long count, Map<Long, Long> countByFinalValue) {}
}
