package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.GridEvents;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder.OrderEdge;
import io.cdpsim.memory.consistency.trace.GridInstance;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Enumerates the barrier phases and the stream and event orders of a candidate execution. */
public final class OrderingSearch {
    private final EventSet events;
    private final Consumer<SynchronizationOrder> consumer;
    private final boolean plain;

    /** Prepares a search that passes each order to the consumer. */
    public OrderingSearch(EventSet events, Consumer<SynchronizationOrder> consumer) {
        this.events = events;
        this.consumer = consumer;
        this.plain = events.context().test().dialect() == Dialect.PLAIN;
    }

    /** Runs the search. */
    public void run() {
        new BarrierPhases(events, this::withBarriers).run();
    }

    private void withBarriers(BarrierPhases.Phases phases) {
        List<OrderEdge> barriers = phases.edges();
        List<PathConstraint> constraints = phases.constraints();
        if (plain) {
            consumer.accept(new SynchronizationOrder(
                    barriers, List.of(), constraints, Set.of(), phases.reductions(), List.of(), List.of()));
            return;
        }
        List<OrderEdge> fixed = new ArrayList<>(barriers);
        nesting(fixed);
        GraphEdges graphs = new GraphEdges(events);
        graphs.addTo(fixed);
        List<SynchronizationOrder.WaitForGrid> waits = new ArrayList<>();
        waits(fixed, waits);
        Relation known = new Relation(events.count());
        known.addAll(events.programOrder());
        fixed.forEach(each -> known.add(each.from(), each.to()));
        known.close();
        Map<Record, List<Integer>> queues = queues();
        List<Record> keys = List.copyOf(queues.keySet());
        new QueueOrders(known, List.copyOf(queues.values()), orders -> {
                    List<OrderEdge> edges = new ArrayList<>(fixed);
                    new StreamEdges(events, graphs, keys, orders).addTo(edges);
                    Set<Integer> never = BlockedGrids.never(events, edges);
                    if (BlockedGrids.startsAgree(events, never)) {
                        consumer.accept(new SynchronizationOrder(
                                edges, waits, constraints, never, phases.reductions(), orders, graphs.refused(edges)));
                    }
                })
                .run();
    }

    /** Adds E1 to E3, and the completion of each grid apart from tails. */
    private void nesting(List<OrderEdge> edges) {
        for (GridEvents grid : events.grids()) {
            if (grid.launch() >= 0) {
                edges.add(new OrderEdge(grid.launch(), grid.start(), OrderEdge.Kind.LAUNCH));
            }
            edges.add(new OrderEdge(grid.start(), grid.own(), OrderEdge.Kind.THREADS));
            edges.add(new OrderEdge(grid.own(), grid.drained(), OrderEdge.Kind.NESTING));
            edges.add(new OrderEdge(grid.drained(), grid.complete(), OrderEdge.Kind.TAIL));
            for (GridEvents child : events.grids()) {
                if (child.grid().parent() == grid.grid().id()) {
                    switch (child.grid().completion()) {
                        case NESTED ->
                            edges.add(new OrderEdge(child.complete(), grid.drained(), OrderEdge.Kind.NESTING));
                        case SIBLING ->
                            edges.add(new OrderEdge(child.complete(), grid.complete(), OrderEdge.Kind.GRAPH));
                        case TAIL -> {}
                    }
                }
            }
        }
        for (int i = 0; i < events.actionCount(); i++) {
            GridInstance grid = events.threads().get(events.threadOf(i)).grid();
            for (GridEvents nodes : events.grids()) {
                if (nodes.grid() == grid) {
                    edges.add(new OrderEdge(nodes.start(), i, OrderEdge.Kind.THREADS));
                    edges.add(new OrderEdge(i, nodes.own(), OrderEdge.Kind.THREADS));
                }
            }
        }
    }

    /** Adds E7 and E8. */
    private void waits(List<OrderEdge> edges, List<SynchronizationOrder.WaitForGrid> waits) {
        for (int i = 0; i < events.actionCount(); i++) {
            if (!(events.action(i) instanceof ThreadAction.Synchronize)) {
                continue;
            }
            ThreadInstance waiter = events.threads().get(events.threadOf(i));
            OrderEdge.Kind kind = waiter.grid().isHost() ? OrderEdge.Kind.HOST : OrderEdge.Kind.SYNCHRONIZE;
            for (GridEvents grid : events.grids()) {
                if (grid.launch() >= 0
                        && events.threads().get(events.threadOf(grid.launch())).block() == waiter.block()) {
                    waits.add(new SynchronizationOrder.WaitForGrid(i, grid.launch(), grid.complete(), kind));
                } else if (grid.launch() < 0 && grid.grid().graph().isEmpty() && kind == OrderEdge.Kind.HOST) {
                    edges.add(new OrderEdge(grid.complete(), i, kind));
                }
            }
        }
    }

    /** The operations on each stream and each event. */
    private Map<Record, List<Integer>> queues() {
        Map<Record, List<Integer>> queues = new LinkedHashMap<>();
        for (int i = 0; i < events.actionCount(); i++) {
            ThreadAction action = events.action(i);
            if (action instanceof ThreadAction.Launch launch && launch.stream().isOrdered()) {
                enter(queues, launch.stream(), i);
            } else if (action instanceof ThreadAction.Recording recording) {
                enter(queues, recording.stream(), i);
                enter(queues, recording.event(), i);
            } else if (action instanceof ThreadAction.Waiting waiting) {
                enter(queues, waiting.stream(), i);
                enter(queues, waiting.event(), i);
            }
        }
        return queues;
    }

    private static void enter(Map<Record, List<Integer>> queues, Record key, int event) {
        queues.computeIfAbsent(key, each -> new ArrayList<>()).add(event);
    }
}
