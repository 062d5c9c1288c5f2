package io.cdpsim.memory.consistency.explain;

import java.util.List;

/**
 * What is drawn of an execution: a column of events for each thread and each grid, and edges between them.
 *
 * @param columns the columns from left to right
 * @param edges the edges, those of a circle that an axiom forbids marked
 */
record ExecutionPicture(List<Column> columns, List<Arrow> edges) {
    /** A thread or a grid. */
    record Column(String title, List<Node> nodes) {}

    /** An event: its number, its short name, what it does to memory, and its instruction. */
    record Node(int event, String name, String effect, String text) {}

    /** An edge between two events. */
    record Arrow(int from, int to, String relation, boolean marked) {}
}
