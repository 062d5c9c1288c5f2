package io.cdpsim.observe.graphs;

import io.cdpsim.observe.RunEvent.GraphEvent.Launched;
import io.cdpsim.observe.RunEvent.GraphLaunchKind;
import java.util.List;
import java.util.Locale;

/**
 * A launch of a graph, in cycles of the device's clock; -1 for a step that did not happen.
 *
 * @param launched its launch
 * @param started when the launches that it must follow were complete
 * @param ended when its nodes and all that they launched fire-and-forget were complete
 * @param nodes the nodes whose dependencies are complete, in the order of their release
 */
public record GraphLaunchLifetime(Launched launched, long started, long ended, List<GraphNodeLifetime> nodes) {
    public GraphLaunchLifetime {
        nodes = List.copyOf(nodes);
    }

    /** Number of the launch on its device. */
    public long number() {
        return launched.launch();
    }

    /** The graph as text, such as {@code graph 1}. */
    public String name() {
        return "graph " + launched.graph();
    }

    /** Who launched it, as text for people, such as {@code host}, {@code grid 3, tail} or {@code node 1 of launch 2}. */
    public String launcher() {
        return switch (launched.how()) {
            case HOST -> "host";
            case BODY -> "node " + launched.parentNode() + " of launch " + launched.parentLaunch();
            default -> "grid " + launched.parent() + ", " + words(launched.how());
        };
    }

    /** Why it started later than its launch; empty if it did not. */
    public List<GraphWait> waits() {
        String reason =
                launched.how() == GraphLaunchKind.TAIL ? "end of launch " + launched.parentLaunch() : "earlier launch";
        return started > launched.timeCycles()
                ? List.of(new GraphWait(reason, launched.timeCycles(), started))
                : List.of();
    }

    private static String words(GraphLaunchKind how) {
        return how == GraphLaunchKind.FIRE_AND_FORGET
                ? "fire-and-forget"
                : how.name().toLowerCase(Locale.ROOT);
    }
}
