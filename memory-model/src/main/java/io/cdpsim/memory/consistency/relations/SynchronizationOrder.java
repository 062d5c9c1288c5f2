package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.consistency.trace.PathConstraint;
import java.util.List;
import java.util.Set;

/**
 * One way in which barriers, streams and events may come to pass in a candidate execution.
 *
 * @param edges what they order
 * @param waits what they order if a launch is known to come before a wait
 * @param constraints what must hold of values for barriers to come to pass so
 * @param never events of grids that never happen, since a thread waits for ever
 * @param queues for each stream and each event, what entered it, first to last; threads of a stream take turns freely
 */
public record SynchronizationOrder(
        List<OrderEdge> edges,
        List<WaitForGrid> waits,
        List<PathConstraint> constraints,
        Set<Integer> never,
        List<int[]> queues) {
    /**
     * A wait for all grids launched so far.
     *
     * @param waiter the waiting event
     * @param launch a launch that it waits for if it comes first
     * @param complete the completion of what was launched
     * @param kind of the edge
     */
    public record WaitForGrid(int waiter, int launch, int complete, OrderEdge.Kind kind) {}
}
