package io.cdpsim.experiments.trace;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimaps;
import io.cdpsim.observe.RunEvent.GraphLaunchKind;
import io.cdpsim.observe.graphs.GraphLaunchLifetime;
import io.cdpsim.observe.graphs.GraphNodeLifetime;
import io.cdpsim.observe.graphs.GraphWait;
import io.cdpsim.profile.ClockSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The launches of graphs of a trace on tracks of their devices, and in further tracks their nodes; within each what it waited for. */
final class GraphTracks {
    private static final int MOST_LANES = 256;

    /** Flows of graph launches are beyond those of grids, and exact as a number of JSON. */
    private static final long FLOWS = 1L << 50;

    private static final long FLOWS_OF_A_DEVICE = 1L << 40;

    /** Creates tracks. */
    interface Maker {
        /** The track with a path on a device. */
        int track(int device, String... path) throws IOException;
    }

    private record NodeSpan(GraphLaunchLifetime launch, GraphNodeLifetime node) {}

    private final List<GraphLaunchLifetime> launches;
    private final ListMultimap<Long, GraphLaunchLifetime> byLauncher;
    private final Map<Long, String> nodes = new HashMap<>();
    private final ClockSpec clock;
    private final TraceSink sink;
    private final Maker maker;
    private final long end;

    /**
     * Tracks that are not written yet.
     *
     * @param launches the launches of graphs, in launch order
     * @param end the end of the trace, cycles
     */
    GraphTracks(List<GraphLaunchLifetime> launches, long end, ClockSpec clock, TraceSink sink, Maker maker) {
        this.launches = launches;
        this.end = end;
        this.clock = clock;
        this.sink = sink;
        this.maker = maker;
        List<GraphLaunchLifetime> byGrids = launches.stream()
                .filter(each -> each.launched().how() != GraphLaunchKind.BODY)
                .toList();
        byLauncher = Multimaps.index(byGrids, each -> each.launched().parent());
        for (GraphLaunchLifetime launch : launches) {
            launch.nodes()
                    .forEach(each -> nodes.put(each.grid(), "node " + each.node() + " of launch " + launch.number()));
        }
    }

    /** The node of a grid as text, such as {@code node 0 of launch 1}; null for other grids. */
    @Nullable
    String node(long grid) {
        return nodes.get(grid);
    }

    /** The launches of graphs by a grid; those by the host with 0. */
    List<GraphLaunchLifetime> launchedBy(long grid) {
        return byLauncher.get(grid);
    }

    /** Writes a launch on the track of its launcher. */
    void launch(int track, GraphLaunchLifetime launch) throws IOException {
        sink.instant(
                track,
                nanos(launch.launched().timeCycles()),
                "launch " + launch.name(),
                flow(launch),
                ImmutableMap.of("launch", launch.number()));
    }

    /** Writes the tracks. */
    void write() throws IOException {
        Map<Integer, LaneTracks> lanes = new HashMap<>();
        Map<Integer, List<NodeSpan>> spans = new TreeMap<>();
        for (GraphLaunchLifetime each : launches) {
            int device = each.launched().device();
            long start = each.launched().timeCycles();
            int track = lanes(lanes, device, "launches").take(start, until(each.ended()));
            if (track >= 0) {
                Map<String, Object> facts = new LinkedHashMap<>();
                facts.put("launch", each.number());
                facts.put("launched_by", each.launcher());
                sink.start(track, nanos(start), each.name(), flow(each), facts);
                waits(track, each.waits());
                sink.end(track, nanos(until(each.ended())));
            }
            each.nodes()
                    .forEach(node -> spans.computeIfAbsent(device, any -> new ArrayList<>())
                            .add(new NodeSpan(each, node)));
        }
        for (Map.Entry<Integer, List<NodeSpan>> each : spans.entrySet()) {
            LaneTracks tracks = lanes(new HashMap<>(), each.getKey(), "nodes");
            each.getValue().sort(Comparator.comparingLong(span -> span.node().launched()));
            for (NodeSpan span : each.getValue()) {
                node(tracks, span);
            }
        }
    }

    private LaneTracks lanes(Map<Integer, LaneTracks> lanes, int device, String group) {
        return lanes.computeIfAbsent(
                device,
                any -> new LaneTracks(
                        MOST_LANES,
                        lane -> maker.track(device, "Graphs", group, lane == 0 ? group : group + " +" + lane)));
    }

    private void node(LaneTracks tracks, NodeSpan span) throws IOException {
        GraphNodeLifetime node = span.node();
        int track = tracks.take(node.launched(), until(node.ended()));
        if (track < 0) {
            return;
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("node", node.node());
        facts.put("launch", span.launch().number());
        facts.put("graph", span.launch().launched().graph());
        if (!node.dependency().isEmpty()) {
            facts.put("after", node.dependency());
        }
        sink.start(track, nanos(node.launched()), node.node() + " " + node.name(), TraceSink.NO_FLOW, facts);
        waits(track, node.waits());
        if (node.grid() != 0) {
            sink.instant(
                    track,
                    nanos(node.issued()),
                    "launch " + node.name(),
                    node.grid(),
                    ImmutableMap.of("grid", node.grid()));
        }
        sink.end(track, nanos(until(node.ended())));
    }

    private void waits(int track, List<GraphWait> waits) throws IOException {
        for (GraphWait each : waits) {
            sink.start(track, nanos(each.start()), "waits for " + each.reason(), TraceSink.NO_FLOW, Map.of());
            sink.end(track, nanos(each.end()));
        }
    }

    private static long flow(GraphLaunchLifetime launch) {
        return FLOWS + FLOWS_OF_A_DEVICE * launch.launched().device() + launch.number();
    }

    private long until(long time) {
        return time < 0 ? end : time;
    }

    private long nanos(long cycles) {
        return Math.round(clock.nanosFromCycles(cycles));
    }
}
