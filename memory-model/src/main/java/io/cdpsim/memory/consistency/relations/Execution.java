package io.cdpsim.memory.consistency.relations;

import java.util.List;

/**
 * An execution whose reads have writes and whose fences have an order. Its parts change when the search goes on.
 *
 * @param fences the ordered pairs of sequentially consistent fences
 * @param locations the coherence orders of each location that is written
 */
public record Execution(
        EventSet events,
        SynchronizationOrder ordering,
        ReadsFrom values,
        List<int[]> fences,
        Causality causality,
        List<LocationOrders> locations) {}
