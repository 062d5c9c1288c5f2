package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.GridEvents;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder.OrderEdge;
import io.cdpsim.memory.consistency.trace.GridInstance;
import io.cdpsim.memory.consistency.trace.GridInstance.Completion;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.LitmusGraph;
import java.util.ArrayList;
import java.util.List;

/** The order of a graph's nodes, of its launches, and of grids that depend on others without waiting for them to be complete (G-3, G-6, D-1, D-2). */
final class GraphEdges {
    private final EventSet events;

    GraphEdges(EventSet events) {
        this.events = events;
    }

    /** Adds the edges from the launch of each graph to its nodes, among these, and between the host's launches of one graph. */
    void addTo(List<OrderEdge> edges) {
        for (GridEvents graph : events.grids()) {
            if (graph.grid().graphIndex() < 0) {
                continue;
            }
            List<GridInstance> nodes = graph.grid().nodes();
            List<LitmusGraph.Node> declared = events.context()
                    .test()
                    .graphs()
                    .get(graph.grid().graphIndex())
                    .nodes();
            for (int i = 0; i < nodes.size(); i++) {
                GridEvents node = events.eventsOf(nodes.get(i));
                edges.add(new OrderEdge(graph.start(), node.start(), OrderEdge.Kind.GRAPH));
                for (LitmusGraph.Dependency each : declared.get(i).dependencies()) {
                    GridEvents earlier = events.eventsOf(nodes.get(each.node()));
                    if (each.programmatic()) {
                        depend(earlier, node, edges);
                    } else {
                        edges.add(new OrderEdge(earlier.complete(), node.start(), OrderEdge.Kind.GRAPH));
                    }
                }
            }
            // The host's launches of one graph run one after the other.
            for (GridEvents later : events.grids()) {
                if (later.grid().graphIndex() == graph.grid().graphIndex()
                        && isByHost(graph)
                        && isByHost(later)
                        && events.programOrder().has(graph.launch(), later.launch())) {
                    edges.add(new OrderEdge(graph.complete(), later.start(), OrderEdge.Kind.GRAPH));
                }
            }
        }
    }

    /** Adds the edges of a grid that may start when each block of an earlier grid allows it: only its waits come after the earlier grid's completion. */
    void depend(GridEvents earlier, GridEvents dependent, List<OrderEdge> edges) {
        edges.add(new OrderEdge(earlier.start(), dependent.start(), OrderEdge.Kind.DEPENDENT));
        for (int i = 0; i < events.actionCount(); i++) {
            if (events.action(i) instanceof ThreadAction.DependencyWait
                    && events.threads().get(events.threadOf(i)).grid() == dependent.grid()) {
                edges.add(new OrderEdge(earlier.complete(), i, OrderEdge.Kind.DEPENDENT));
            }
        }
    }

    private boolean isByHost(GridEvents graph) {
        return events.threads().get(events.threadOf(graph.launch())).grid().isHost();
    }

    /** The launches of graphs by device code that may be refused, since an earlier launch of the graph may still run (G-6). */
    List<UndefinedBehavior> refused(List<OrderEdge> edges) {
        List<GridEvents> graphs = events.grids().stream()
                .filter(each -> each.grid().graphIndex() >= 0)
                .toList();
        if (graphs.stream().map(each -> each.grid().graphIndex()).distinct().count() == graphs.size()) {
            return List.of();
        }
        Relation base = new Relation(events.count());
        base.addAll(events.programOrder());
        edges.forEach(each -> base.add(each.from(), each.to()));
        base.close();
        List<UndefinedBehavior> refused = new ArrayList<>();
        for (int i = 0; i < graphs.size(); i++) {
            for (int j = i + 1; j < graphs.size(); j++) {
                GridEvents one = graphs.get(i);
                GridEvents other = graphs.get(j);
                if (one.grid().graphIndex() == other.grid().graphIndex()
                        && !endsBefore(one, other, base)
                        && !endsBefore(other, one, base)) {
                    refused.add(refusal(isByHost(other) ? one : other));
                }
            }
        }
        return refused;
    }

    private UndefinedBehavior refusal(GridEvents graph) {
        return new UndefinedBehavior(
                "G-6",
                events.threads().get(events.threadOf(graph.launch())).name() + ": "
                        + events.action(graph.launch()).statement().text()
                        + " may be refused, since the graph may be under way; relaunch it as its own tail");
    }

    /** Whether a launch of a graph has ended where another one is launched. */
    private boolean endsBefore(GridEvents graph, GridEvents later, Relation base) {
        boolean isOwnTail = later.grid().completion() == Completion.TAIL
                && later.grid().parent() == graph.grid().id();
        return isByHost(later)
                ? base.has(graph.complete(), later.start())
                : isOwnTail || base.has(graph.drained(), later.launch());
    }
}
