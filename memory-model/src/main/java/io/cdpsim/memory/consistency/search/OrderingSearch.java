package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.Edge;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.GridNodes;
import io.cdpsim.memory.consistency.relations.Ordering;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.trace.Action;
import io.cdpsim.memory.consistency.trace.GridInstance;
import io.cdpsim.memory.consistency.trace.PathConstraint;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.litmus.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Finds the ways in which barriers, streams and events may come to pass in a candidate execution. */
public final class OrderingSearch {
    private final EventSet events;
    private final Consumer<Ordering> consumer;
    private final boolean plain;

    /** Prepares a search, which gives each way to the consumer. */
    public OrderingSearch(EventSet events, Consumer<Ordering> consumer) {
        this.events = events;
        this.consumer = consumer;
        this.plain = events.context().test().dialect() == Dialect.PLAIN;
    }

    /** Finds all ways. */
    public void run() {
        new BarrierPhases(events, this::withBarriers).run();
    }

    private void withBarriers(List<Edge> barriers, List<PathConstraint> constraints) {
        if (plain) {
            consumer.accept(new Ordering(barriers, List.of(), constraints, Set.of(), List.of()));
            return;
        }
        List<Edge> fixed = new ArrayList<>(barriers);
        nesting(fixed);
        List<Ordering.WaitForGrid> waits = new ArrayList<>();
        waits(fixed, waits);
        Relation known = new Relation(events.count());
        known.addAll(events.programOrder());
        fixed.forEach(each -> known.add(each.from(), each.to()));
        known.close();
        Map<Record, List<Integer>> queues = queues();
        List<Record> keys = List.copyOf(queues.keySet());
        new QueueOrders(known, List.copyOf(queues.values()), orders -> {
                    List<Edge> edges = new ArrayList<>(fixed);
                    new StreamEdges(events, keys, orders).addTo(edges);
                    Set<Integer> never = Stalls.never(events, edges);
                    if (Stalls.startsAgree(events, never)) {
                        consumer.accept(new Ordering(edges, waits, constraints, never, orders));
                    }
                })
                .run();
    }

    /** E1 to E3, and the end of each grid as far as tails do not matter. */
    private void nesting(List<Edge> edges) {
        for (GridNodes grid : events.grids()) {
            if (grid.launch() >= 0) {
                edges.add(new Edge(grid.launch(), grid.start(), Edge.Kind.LAUNCH));
            }
            edges.add(new Edge(grid.start(), grid.own(), Edge.Kind.THREADS));
            edges.add(new Edge(grid.own(), grid.drained(), Edge.Kind.NESTING));
            edges.add(new Edge(grid.drained(), grid.complete(), Edge.Kind.TAIL));
            for (GridNodes child : events.grids()) {
                if (child.grid().parent() == grid.grid().id() && !child.tail()) {
                    edges.add(new Edge(child.complete(), grid.drained(), Edge.Kind.NESTING));
                }
            }
        }
        for (int i = 0; i < events.actionCount(); i++) {
            GridInstance grid = events.threads().get(events.threadOf(i)).grid();
            for (GridNodes nodes : events.grids()) {
                if (nodes.grid() == grid) {
                    edges.add(new Edge(nodes.start(), i, Edge.Kind.THREADS));
                    edges.add(new Edge(i, nodes.own(), Edge.Kind.THREADS));
                }
            }
        }
    }

    /** E7 and E8. */
    private void waits(List<Edge> edges, List<Ordering.WaitForGrid> waits) {
        for (int i = 0; i < events.actionCount(); i++) {
            if (!(events.action(i) instanceof Action.Synchronize)) {
                continue;
            }
            ThreadInstance waiter = events.threads().get(events.threadOf(i));
            Edge.Kind kind = waiter.grid().isHost() ? Edge.Kind.HOST : Edge.Kind.SYNCHRONIZE;
            for (GridNodes grid : events.grids()) {
                if (grid.launch() >= 0
                        && events.threads().get(events.threadOf(grid.launch())).block() == waiter.block()) {
                    waits.add(new Ordering.WaitForGrid(i, grid.launch(), grid.complete(), kind));
                } else if (grid.launch() < 0 && kind == Edge.Kind.HOST) {
                    edges.add(new Edge(grid.complete(), i, kind));
                }
            }
        }
    }

    /** What enters each stream and each event. */
    private Map<Record, List<Integer>> queues() {
        Map<Record, List<Integer>> queues = new LinkedHashMap<>();
        for (int i = 0; i < events.actionCount(); i++) {
            Action action = events.action(i);
            if (action instanceof Action.Launch launch && launch.stream().isOrdered()) {
                enter(queues, launch.stream(), i);
            } else if (action instanceof Action.Recording recording) {
                enter(queues, recording.stream(), i);
                enter(queues, recording.event(), i);
            } else if (action instanceof Action.Waiting waiting) {
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
