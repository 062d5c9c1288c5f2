package io.cdpsim.cli.report;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.observe.graphs.GraphLaunchLifetime;
import io.cdpsim.observe.graphs.GraphNodeLifetime;
import io.cdpsim.observe.graphs.GraphNodeTotals;
import io.cdpsim.observe.graphs.GraphWait;
import java.util.ArrayList;
import java.util.List;

/** The launches of graphs on a page, with their nodes; times are cycles. Launches are left out after a number of nodes. */
final class GraphLaunchJson {
    private static final int MOST_NODES = 4_000;

    private final List<GraphLaunchLifetime> shown = new ArrayList<>();
    private final List<GraphNodeTotals> totals;
    private final int total;
    private final long end;

    /**
     * The launches of a run.
     *
     * @param end the end of the run, cycles
     */
    GraphLaunchJson(List<GraphLaunchLifetime> launches, long end) {
        total = launches.size();
        totals = GraphNodeTotals.of(launches);
        this.end = end;
        int nodes = 0;
        for (GraphLaunchLifetime each : launches) {
            if (nodes >= MOST_NODES) {
                break;
            }
            nodes += each.nodes().size();
            shown.add(each);
        }
    }

    /** Writes the fields {@code graphLaunches}, {@code graphLaunchesLeftOut} and {@code graphNodes}. */
    void write(JsonWriter json) {
        json.objects("graphNodes", totals, each -> {
            json.put("device", each.device());
            json.put("graph", each.graph());
            json.put("node", each.node());
            json.put("name", each.name());
            json.put("runs", each.runs());
            json.put("ran", each.ranCycles());
            json.put("longest", each.longestCycles());
            json.put("others", each.othersCycles());
            json.put("launch", each.launchCycles());
            json.put("place", each.placeCycles());
        });
        json.put("graphLaunchesLeftOut", total - shown.size());
        json.objects("graphLaunches", shown, launch -> {
            json.put("graph", launch.launched().graph());
            json.put("launch", launch.number());
            json.put("device", launch.launched().device());
            json.put("by", launch.launcher());
            json.put("posted", launch.launched().timeCycles());
            json.put("started", until(launch.started()));
            json.put("ended", until(launch.ended()));
            waits(json, launch.waits());
            json.objects("nodes", launch.nodes(), node -> node(json, node));
        });
    }

    private void node(JsonWriter json, GraphNodeLifetime node) {
        json.put("node", node.node());
        json.put("name", node.name());
        json.put("grid", node.grid());
        json.put("posted", node.launched());
        json.put("started", until(node.started()));
        json.put("ended", until(node.ended()));
        waits(json, node.waits());
    }

    private static void waits(JsonWriter json, List<GraphWait> waits) {
        json.objects("waits", waits, each -> {
            json.put("reason", each.reason());
            json.put("start", each.start());
            json.put("end", each.end());
        });
    }

    private long until(long time) {
        return time < 0 ? end : time;
    }
}
