package io.cdpsim.cli.litmus.picture;

import io.cdpsim.memory.consistency.explain.ExecutionPicture;

/** An execution as a graph for Graphviz, a cluster for each thread. */
public final class ExecutionDot {
    private ExecutionDot() {}

    /** The picture in the language of Graphviz. */
    public static String text(ExecutionPicture picture) {
        StringBuilder dot = new StringBuilder("digraph execution {\n  node [shape=box, fontname=\"monospace\"];\n");
        for (int i = 0; i < picture.columns().size(); i++) {
            ExecutionPicture.Column column = picture.columns().get(i);
            dot.append("  subgraph cluster").append(i).append(" {\n    label=").append(quoted(column.title()));
            dot.append(";\n");
            for (ExecutionPicture.Node node : column.nodes()) {
                String label = (node.name() + ": " + node.effect() + "\n" + node.text()).strip();
                dot.append("    e")
                        .append(node.event())
                        .append(" [label=")
                        .append(quoted(label))
                        .append("];\n");
            }
            dot.append("  }\n");
        }
        for (ExecutionPicture.Arrow each : picture.edges()) {
            dot.append("  e").append(each.from()).append(" -> e").append(each.to());
            dot.append(" [label=").append(quoted(each.relation())).append(", color=\"");
            dot.append(DiagramGeometry.EdgeColor.of(each)).append(each.marked() ? "\", penwidth=3];\n" : "\"];\n");
        }
        return dot.append("}\n").toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
