package io.cdpsim.memory.consistency.explain;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A drawing of an execution: a column of events for each thread and each grid, and edges between them.
 *
 * @param columns the columns from left to right
 * @param edges the edges; those of a forbidden cycle, and races, are marked
 */
public record ExecutionPicture(List<Column> columns, List<Arrow> edges) {
    /** Keeps copies. */
    public ExecutionPicture {
        columns = List.copyOf(columns);
        edges = List.copyOf(edges);
    }

    /** A copy with a race between the first accesses of two threads, if no other thread accesses memory. */
    public ExecutionPicture withRace() {
        List<Integer> accesses = new ArrayList<>();
        for (Column column : columns) {
            column.nodes().stream()
                    .filter(each -> !each.effect().isEmpty())
                    .findFirst()
                    .ifPresent(each -> accesses.add(each.event()));
        }
        List<Arrow> arrows = new ArrayList<>(edges);
        if (accesses.size() == 2) {
            arrows.add(new Arrow(accesses.get(0), accesses.get(1), "race", true));
        }
        return new ExecutionPicture(columns, arrows);
    }

    /** A copy without the events that follow all accesses to memory: none of their edges leads on to an access. Without an access nothing is left out. */
    public ExecutionPicture upToLastAccess() {
        Set<Integer> kept = new HashSet<>();
        for (Column column : columns) {
            column.nodes().stream().filter(each -> !each.effect().isEmpty()).forEach(each -> kept.add(each.event()));
        }
        if (kept.isEmpty()) {
            return this;
        }
        boolean grows = true;
        while (grows) {
            grows = false;
            for (Arrow each : edges) {
                grows |= kept.contains(each.to()) && kept.add(each.from());
            }
        }
        List<Column> cut = columns.stream()
                .map(each -> new Column(
                        each.title(),
                        each.nodes().stream()
                                .filter(node -> kept.contains(node.event()))
                                .toList()))
                .toList();
        return new ExecutionPicture(
                cut,
                edges.stream()
                        .filter(each -> kept.contains(each.from()) && kept.contains(each.to()))
                        .toList());
    }

    /** A thread or a grid. */
    public record Column(String title, List<Node> nodes) {
        /** Keeps a copy. */
        public Column {
            nodes = List.copyOf(nodes);
        }
    }

    /** An event: its number, its short name, its memory access, and its instruction. */
    public record Node(int event, String name, String effect, String text) {}

    /** An edge between two events. */
    public record Arrow(int from, int to, String relation, boolean marked) {}
}
