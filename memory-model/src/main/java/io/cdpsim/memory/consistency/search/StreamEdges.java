package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.GridEvents;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder.OrderEdge;
import io.cdpsim.memory.consistency.trace.StreamKey;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import java.util.ArrayList;
import java.util.List;

/** The edges of streams and events for given orders of entry: E4, E5 and E6. */
final class StreamEdges {
    private final EventSet events;
    private final GraphEdges graphs;
    private final List<Record> keys;
    private final List<int[]> orders;

    /**
     * Prepares the edges of the queues.
     *
     * @param graphs adds the edges of launches that depend on the one ahead
     * @param keys the stream or event of each queue
     * @param orders the operations on each, in order
     */
    StreamEdges(EventSet events, GraphEdges graphs, List<Record> keys, List<int[]> orders) {
        this.events = events;
        this.graphs = graphs;
        this.keys = keys;
        this.orders = orders;
    }

    void addTo(List<OrderEdge> edges) {
        for (GridEvents grid : events.grids()) {
            if (grid.launch() < 0) {
                continue;
            }
            StreamKey stream = ((ThreadAction.Launch) events.action(grid.launch())).stream();
            if (stream.kind() == StreamKey.Kind.TAIL) {
                tail(grid, stream, edges);
            } else if (stream.isOrdered()) {
                ahead(grid, stream, edges);
            }
        }
    }

    private void ahead(GridEvents grid, StreamKey stream, List<OrderEdge> edges) {
        int previous = previous(stream, grid.launch());
        if (grid.grid().isProgrammatic() && previous >= 0 && events.action(previous) instanceof ThreadAction.Launch) {
            graphs.depend(nodesOf(previous), grid, edges);
            return;
        }
        for (OrderEdge each : before(stream, grid.launch())) {
            edges.add(new OrderEdge(each.from(), grid.start(), each.kind()));
        }
    }

    /** The operation ahead of another in a stream, or -1. */
    private int previous(StreamKey stream, int point) {
        int previous = -1;
        for (int each : queueOf(stream)) {
            if (each == point) {
                break;
            }
            previous = each;
        }
        return previous;
    }

    private void tail(GridEvents tail, StreamKey stream, List<OrderEdge> edges) {
        int previous = previous(stream, tail.launch());
        GridEvents parent = events.grids().stream()
                .filter(each -> each.grid().id() == tail.grid().parent())
                .findFirst()
                .orElseThrow();
        int from = previous < 0 ? parent.drained() : nodesOf(previous).complete();
        edges.add(new OrderEdge(from, tail.start(), OrderEdge.Kind.TAIL));
        edges.add(new OrderEdge(tail.complete(), parent.complete(), OrderEdge.Kind.TAIL));
    }

    /** The edges to work that enters the stream at a point, with targets still open. */
    private List<OrderEdge> before(StreamKey stream, int point) {
        List<OrderEdge> before = new ArrayList<>();
        for (int each : queueOf(stream)) {
            if (each == point) {
                break;
            }
            if (events.action(each) instanceof ThreadAction.Launch) {
                if (!nodesOf(each).grid().isProgrammatic()) {
                    before.clear();
                }
                before.add(new OrderEdge(nodesOf(each).complete(), -1, OrderEdge.Kind.STREAM));
            } else if (events.action(each) instanceof ThreadAction.Waiting) {
                int recording = lastRecordingBefore(each);
                if (recording >= 0) {
                    StreamKey other = ((ThreadAction.Recording) events.action(recording)).stream();
                    for (OrderEdge captured : before(other, recording)) {
                        before.add(new OrderEdge(captured.from(), -1, OrderEdge.Kind.EVENT));
                    }
                }
            }
        }
        return before;
    }

    /** The record that a wait uses: the latest before it (EVT-4), or -1. */
    private int lastRecordingBefore(int waiting) {
        int last = -1;
        for (int each : queueOf(((ThreadAction.Waiting) events.action(waiting)).event())) {
            if (each == waiting) {
                break;
            }
            if (events.action(each) instanceof ThreadAction.Recording) {
                last = each;
            }
        }
        return last;
    }

    /** The operations on a stream or an event, in order. */
    private int[] queueOf(Record key) {
        return orders.get(keys.indexOf(key));
    }

    private GridEvents nodesOf(int launch) {
        return events.grids().stream()
                .filter(each -> each.launch() == launch)
                .findFirst()
                .orElseThrow();
    }
}
