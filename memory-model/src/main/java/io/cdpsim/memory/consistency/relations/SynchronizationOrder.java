package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One choice of barrier phases and stream orders of a candidate execution.
 *
 * @param edges the edges that follow
 * @param waits the edges that follow if a launch precedes a wait
 * @param constraints constraints on values under which the barrier phases are possible
 * @param never events of grids that never happen because a thread waits forever
 * @param reductions for each arrival at a barrier with a reduction, the arrivals of its phase
 * @param queues for each stream and each event, the operations on it in their order
 * @param undefined undefined behavior of launches that may be in flight together
 */
public record SynchronizationOrder(
        List<OrderEdge> edges,
        List<WaitForGrid> waits,
        List<PathConstraint> constraints,
        Set<Integer> never,
        Map<Integer, List<Integer>> reductions,
        List<int[]> queues,
        List<UndefinedBehavior> undefined) {
    /**
     * A wait for all grids launched before.
     *
     * @param waiter the waiting event
     * @param launch a launch that it waits for if the launch precedes it
     * @param complete the completion of the launched grid
     * @param kind kind of the edge
     */
    public record WaitForGrid(int waiter, int launch, int complete, OrderEdge.Kind kind) {}

    /**
     * An ordered pair of events of a barrier or of dynamic parallelism.
     *
     * @param from the earlier event
     * @param to the later event
     * @param kind the reason
     */
    public record OrderEdge(int from, int to, Kind kind) {
        /** The reason of an edge. */
        public enum Kind {
            BARRIER("barrier"),
            LAUNCH("E1 launch"),
            THREADS("E2 threads of the grid"),
            NESTING("E3 nesting"),
            TAIL("E4 tail"),
            STREAM("E5 stream order"),
            EVENT("E6 event"),
            SYNCHRONIZE("E7 cudaDeviceSynchronize"),
            HOST("E8 the host waits"),
            GRAPH("E9 graph"),
            DEPENDENT("E10 dependent launch");

            private final String label;

            Kind(String label) {
                this.label = label;
            }

            /** Its name in explanations. */
            public String label() {
                return label;
            }
        }
    }
}
