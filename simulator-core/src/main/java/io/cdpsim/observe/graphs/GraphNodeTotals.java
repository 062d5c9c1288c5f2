package io.cdpsim.observe.graphs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The times of a node over all launches of its graph, or of the launches themselves, summed in cycles of the devices' clock.
 *
 * @param device ordinal of the device
 * @param graph number of the graph on its device
 * @param node index of the node in the flattened graph; -1 for the launches of the graph
 * @param name the kernel, or a name of the operation; {@code launches} for the launches of the graph
 * @param runs how often it ended
 * @param othersCycles its waits for other nodes; of a launch, for other launches
 * @param launchCycles its waits for its launch, after these
 * @param placeCycles the waits of its grids for their places
 * @param ranCycles sum of the times from its start to its end
 * @param longestCycles the longest time from its start to its end
 */
public record GraphNodeTotals(
        int device,
        int graph,
        int node,
        String name,
        long runs,
        long othersCycles,
        long launchCycles,
        long placeCycles,
        long ranCycles,
        long longestCycles) {
    /** The node of the launches of a graph. */
    public static final int LAUNCHES = -1;

    private record Key(int device, int graph, int node) {}

    /** The totals of launches that ended and of their nodes, by graph in the order of first launches, then by node. */
    public static List<GraphNodeTotals> of(List<GraphLaunchLifetime> launches) {
        Map<Key, GraphNodeTotals> totals = new LinkedHashMap<>();
        for (GraphLaunchLifetime launch : launches) {
            int device = launch.launched().device();
            int graph = launch.launched().graph();
            if (launch.ended() >= 0) {
                long waited = launch.started() - launch.launched().timeCycles();
                add(
                        totals,
                        new GraphNodeTotals(
                                device, graph, LAUNCHES, "launches", 1, waited, 0, 0, ran(launch), ran(launch)));
            }
            for (GraphNodeLifetime node : launch.nodes()) {
                if (node.ended() >= 0) {
                    long ran = node.ended() - node.started();
                    add(
                            totals,
                            new GraphNodeTotals(
                                    device,
                                    graph,
                                    node.node(),
                                    node.name(),
                                    1,
                                    node.released() - node.launched(),
                                    node.issued() - node.released(),
                                    node.started() - node.issued(),
                                    ran,
                                    ran));
                }
            }
        }
        List<GraphNodeTotals> sorted = new ArrayList<>(totals.values());
        sorted.sort((a, b) -> a.device != b.device
                ? Integer.compare(a.device, b.device)
                : a.graph != b.graph ? Integer.compare(a.graph, b.graph) : Integer.compare(a.node, b.node));
        return sorted;
    }

    private static long ran(GraphLaunchLifetime launch) {
        return launch.ended() - launch.started();
    }

    private static void add(Map<Key, GraphNodeTotals> totals, GraphNodeTotals one) {
        totals.merge(new Key(one.device, one.graph, one.node), one, GraphNodeTotals::plus);
    }

    private GraphNodeTotals plus(GraphNodeTotals other) {
        return new GraphNodeTotals(
                device,
                graph,
                node,
                name,
                runs + other.runs,
                othersCycles + other.othersCycles,
                launchCycles + other.launchCycles,
                placeCycles + other.placeCycles,
                ranCycles + other.ranCycles,
                Math.max(longestCycles, other.longestCycles));
    }
}
