package io.cdpsim.memory.consistency.explain;

import io.cdpsim.memory.consistency.explain.Violation.Step;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.relations.Execution.LocationOrders;
import io.cdpsim.memory.consistency.relations.GridEvents;
import io.cdpsim.memory.consistency.relations.LocationAccesses;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder.OrderEdge;
import io.cdpsim.memory.consistency.search.CoherenceSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Draws an execution: its events and its essential edges. */
final class PictureBuilder {
    private PictureBuilder() {}

    /** Draws an execution. */
    static ExecutionPicture of(Execution execution, CausePaths paths, List<Step> cycle) {
        EventSet events = execution.events();
        EventNames names = new EventNames(execution);
        List<ExecutionPicture.Column> columns = new ArrayList<>();
        List<ExecutionPicture.Arrow> arrows = new ArrayList<>();
        for (int t = 0; t < events.threads().size(); t++) {
            List<ExecutionPicture.Node> nodes = new ArrayList<>();
            for (int i = 0; i < events.actionCount(); i++) {
                if (events.threadOf(i) == t) {
                    if (!nodes.isEmpty()) {
                        arrows.add(arrow(nodes.get(nodes.size() - 1).event(), i, "po", cycle));
                    }
                    nodes.add(names.node(i));
                }
            }
            columns.add(new ExecutionPicture.Column(events.threads().get(t).name(), nodes));
        }
        for (GridEvents grid : events.grids()) {
            List<ExecutionPicture.Node> nodes = new ArrayList<>();
            for (int each : new int[] {grid.start(), grid.own(), grid.drained(), grid.complete()}) {
                nodes.add(names.node(each));
            }
            columns.add(new ExecutionPicture.Column(grid.grid().name(), nodes));
        }
        for (int read : events.reads()) {
            if (execution.values().writeOf(read) >= 0) {
                arrows.add(arrow(execution.values().writeOf(read), read, "rf", cycle));
            }
        }
        for (OrderEdge each : execution.ordering().edges()) {
            if (isDrawn(each, events)) {
                arrows.add(arrow(each.from(), each.to(), each.kind().label(), cycle));
            }
        }
        execution.fences().forEach(each -> arrows.add(arrow(each[0], each[1], "sc", cycle)));
        paths.synchronisation().forEach(each -> arrows.add(arrow(each.from(), each.to(), each.relation(), cycle)));
        for (Map.Entry<Integer, Integer> each : coherence(execution)) {
            arrows.add(arrow(each.getKey(), each.getValue(), "co", cycle));
        }
        for (Step step : cycle) {
            boolean drawn = arrows.stream()
                    .anyMatch(each -> each.from() == step.from() && each.to() == step.to() && each.marked());
            if (!drawn) {
                arrows.add(new ExecutionPicture.Arrow(step.from(), step.to(), step.relation(), true));
            }
        }
        return new ExecutionPicture(List.copyOf(columns), List.copyOf(arrows));
    }

    /** Whether an edge is drawn. Of a grid's edges to its threads, these are the ones to the first and last event of each thread. */
    private static boolean isDrawn(OrderEdge edge, EventSet events) {
        if (edge.kind() != OrderEdge.Kind.THREADS) {
            return true;
        }
        boolean toFirst = edge.to() < events.actionCount()
                && (edge.to() == 0 || events.threadOf(edge.to() - 1) != events.threadOf(edge.to()));
        boolean fromLast = edge.from() < events.actionCount()
                && (edge.from() + 1 == events.actionCount()
                        || events.threadOf(edge.from() + 1) != events.threadOf(edge.from()));
        return toFirst || fromLast;
    }

    private static ExecutionPicture.Arrow arrow(int from, int to, String relation, List<Step> cycle) {
        boolean marked = cycle.stream()
                .anyMatch(each -> each.from() == from
                        && each.to() == to
                        && each.relation().equals(relation));
        return new ExecutionPicture.Arrow(from, to, relation, marked);
    }

    /** The neighbours in one coherence order of each location. */
    private static List<Map.Entry<Integer, Integer>> coherence(Execution execution) {
        List<Map.Entry<Integer, Integer>> pairs = new ArrayList<>();
        EventSet events = execution.events();
        for (LocationOrders each : execution.locations()) {
            List<Relation> orders =
                    new CoherenceSearch(events, execution.values(), execution.causality(), each.location()).run();
            if (!orders.isEmpty()) {
                Relation order = orders.get(0);
                LocationAccesses accesses = events.locationAccesses(each.location());
                for (int a = 0; a < accesses.count(); a++) {
                    for (int b = 0; b < accesses.count(); b++) {
                        if (order.has(a, b) && !between(order, a, b)) {
                            pairs.add(Map.entry(accesses.event(a), accesses.event(b)));
                        }
                    }
                }
            }
        }
        return pairs;
    }

    private static boolean between(Relation order, int first, int last) {
        for (int i = 0; i < order.size(); i++) {
            if (order.has(first, i) && order.has(i, last)) {
                return true;
            }
        }
        return false;
    }
}
