package io.cdpsim.memory.consistency.explain;

import io.cdpsim.memory.consistency.explain.Violation.Step;
import io.cdpsim.memory.consistency.relations.Execution;
import java.util.List;
import java.util.Locale;

/** Formats an execution: the events of each thread, and the write of each read. */
final class PictureText {
    private PictureText() {}

    static String text(ExecutionPicture picture, Execution execution) {
        StringBuilder text = new StringBuilder();
        EventNames names = new EventNames(execution);
        for (ExecutionPicture.Column column : picture.columns()) {
            boolean grid = column.nodes().stream()
                    .anyMatch(each -> each.event() >= execution.events().actionCount());
            if (!grid) {
                text.append(column.title()).append('\n');
                for (ExecutionPicture.Node node : column.nodes()) {
                    String from = execution.events().location(node.event()) >= 0
                                    && !execution.events().isWrite(node.event())
                            ? source(execution, names, node.event())
                            : "";
                    text.append(String.format(
                                    Locale.ROOT, "  %-3s %-8s %-32s %s", node.name(), node.effect(), node.text(), from)
                            .stripTrailing());
                    text.append('\n');
                }
            }
        }
        for (ExecutionPicture.Arrow each : picture.edges()) {
            if (isWorthALine(each)) {
                text.append("  ")
                        .append(names.name(each.from()))
                        .append(" -")
                        .append(each.relation())
                        .append("-> ")
                        .append(names.name(each.to()))
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** Whether an edge adds to the columns and the edges that every launch has. */
    private static boolean isWorthALine(ExecutionPicture.Arrow arrow) {
        return !arrow.marked() && !arrow.relation().matches("po|rf|E[1-4] .*");
    }

    private static String source(Execution execution, EventNames names, int read) {
        int write = execution.values().writeOf(read);
        return write < 0 ? "reads the initial value" : "reads " + names.name(write);
    }

    /** The edges of a cycle, one a line. */
    static String cycle(List<Step> cycle, Execution execution) {
        StringBuilder text = new StringBuilder();
        EventNames names = new EventNames(execution);
        for (Step each : cycle) {
            text.append("  ")
                    .append(shown(names, each.from()))
                    .append("  -")
                    .append(each.relation())
                    .append("->  ")
                    .append(shown(names, each.to()))
                    .append('\n');
        }
        return text.toString();
    }

    private static String shown(EventNames names, int event) {
        ExecutionPicture.Node node = names.node(event);
        String what = node.effect().isEmpty() ? node.text() : node.effect();
        return what.isEmpty() ? node.name() : node.name() + " (" + what + ")";
    }
}
