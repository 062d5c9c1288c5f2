package io.cdpsim.observe.graphs;

import io.cdpsim.observe.waits.WaitInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The times of a node in one launch of its graph, in cycles of the device's clock; -1 for a step that did not happen.
 *
 * @param node index of the node in the flattened graph
 * @param name the kernel, or a name of the operation; empty if the node did not start
 * @param grid number of its grid; 0 for a node of another type
 * @param dependency the dependency that was complete last, as {@code node 0 (advance)}; empty for a node without dependencies
 * @param lastDependency index of that dependency; -1 for a node without dependencies
 * @param launched when its launch started
 * @param released when its last dependency was complete
 * @param issued when its grid was posted or its operation was issued
 * @param started when its first block was placed or its operation was issued
 * @param ended when it was complete
 * @param placeWaits the waits of its grid between posting and start
 */
public record GraphNodeLifetime(
        int node,
        String name,
        long grid,
        String dependency,
        int lastDependency,
        long launched,
        long released,
        long issued,
        long started,
        long ended,
        List<WaitInterval> placeWaits) {
    public GraphNodeLifetime {
        placeWaits = List.copyOf(placeWaits);
    }

    /** Why it waited, from the start of its launch to its own: for another node, for the launch, for its place. Empty intervals are left out. */
    public List<GraphWait> waits() {
        List<GraphWait> waits = new ArrayList<>();
        add(waits, dependency, launched, released);
        add(waits, "launch", released, issued);
        placeWaits.forEach(each -> add(waits, words(each.reason()), each.start(), each.end()));
        return waits;
    }

    private static void add(List<GraphWait> waits, String reason, long start, long end) {
        if (end > start) {
            waits.add(new GraphWait(reason, start, end));
        }
    }

    private static String words(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
