package io.cdpsim.memory.consistency.explain;

import java.util.ArrayList;
import java.util.List;

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
