package io.cdpsim.experiments.trace;

import com.google.common.collect.ImmutableMap;
import io.cdpsim.experiments.trace.RunTrace.BlockSpan;
import io.cdpsim.experiments.trace.RunTrace.OperationSpan;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.WarningEvent;
import io.cdpsim.observe.graphs.GraphLaunchLifetime;
import io.cdpsim.observe.waits.WaitInterval;
import io.cdpsim.profile.ClockSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Lays a run out on tracks: host calls; for each device its counters, its launches of graphs with their nodes, its streams with their grids, its waiting grids and the reasons, and the block
 * slots of its SMs. An arrow connects each launch to the start of its grid.
 */
public final class TraceLayout {
    /** Grids of one stream do not overlap, but those of the device's many streams do: the largest number of lanes for one depth. */
    private static final int MOST_LANES = 256;

    private final RunTrace trace;
    private final ClockSpec clock;
    private final TraceSink sink;
    private final GraphTracks graphs;
    private final Map<Integer, Integer> devices = new TreeMap<>();
    private final Map<String, Integer> tracks = new HashMap<>();
    private final Map<String, String> launches = new HashMap<>();

    private int host = -1;
    private long gridsNotShown;
    private long launchesNotShown;

    private TraceLayout(RunTrace trace, ClockSpec clock, TraceSink sink) {
        this.trace = trace;
        this.clock = clock;
        this.sink = sink;
        graphs = new GraphTracks(trace.graphs(), trace.finishedAt(), clock, sink, this::track);
    }

    /**
     * Writes a run.
     *
     * @param trace the recorded run
     * @param profile the profile, which names the devices
     * @param clock converts cycles to time
     * @param sink the output; stays open
     * @return the kept events without space on a track, as text; empty if there are none
     */
    public static String write(RunTrace trace, String profile, ClockSpec clock, TraceSink sink) throws IOException {
        TraceLayout layout = new TraceLayout(trace, clock, sink);
        layout.hostCalls();
        for (Map.Entry<Integer, RunTrace.Counters> each : trace.counters().entrySet()) {
            int process = sink.process("GPU " + each.getKey() + " (" + profile + ")");
            layout.devices.put(each.getKey(), process);
            layout.counters(process, each.getValue());
        }
        layout.graphs.write();
        List<GridSpan> grids = trace.grids().inOrder();
        layout.running(grids);
        layout.waiting(grids);
        layout.copies();
        layout.blocks();
        layout.warnings();
        return layout.notShown();
    }

    private long nanos(long cycles) {
        return Math.round(clock.nanosFromCycles(cycles));
    }

    private int host() throws IOException {
        if (host < 0) {
            host = sink.track(sink.process("Host"), "host thread");
        }
        return host;
    }

    private void hostCalls() throws IOException {
        for (OperationSpan call : trace.calls().inOrder()) {
            sink.start(host(), nanos(call.start()), call.name(), TraceSink.NO_FLOW, Map.of());
            sink.end(host(), nanos(call.end()));
        }
    }

    private void counters(int process, RunTrace.Counters counters) throws IOException {
        counter(process, "pending launches", counters.pool);
        counter(process, "resident grids", counters.resident);
        counter(process, "grids with the launch server", counters.server);
        counter(process, "SMs in use", counters.busySms);
    }

    private void counter(int process, String name, CounterSeries series) throws IOException {
        if (series.count() == 0) {
            return;
        }
        int counter = sink.counter(process, name);
        for (int i = 0; i < series.count(); i++) {
            sink.value(counter, nanos(series.time(i)), series.value(i));
        }
    }

    /** A track of a device, by the names of its groups and its own; created on first use. */
    private int track(int device, String... path) throws IOException {
        String key = Integer.toString(device);
        Integer parent = devices.get(device);
        if (parent == null) {
            parent = sink.process("GPU " + device);
            devices.put(device, parent);
        }
        for (String name : path) {
            key += "/" + name;
            Integer known = tracks.get(key);
            if (known == null) {
                known = sink.track(parent, name);
                tracks.put(key, known);
            }
            parent = known;
        }
        return parent;
    }

    /** Grids from start to completion, each in a lane of its stream, or of its depth for grids of device code. */
    private void running(List<GridSpan> grids) throws IOException {
        List<GridSpan> byStart = new ArrayList<>(grids);
        byStart.sort((a, b) -> {
            int order = Long.compare(a.started(), b.started());
            return order != 0
                    ? order
                    : Long.compare(a.posted().grid(), b.posted().grid());
        });
        Map<String, LaneTracks> lanes = new HashMap<>();
        // Launches are on their launcher's track within its slice, so all slices and launches of a track are sorted
        // first.
        Map<Integer, List<GridSpan>> byTrack = new TreeMap<>();
        Map<Long, List<GridSpan>> byParent = new HashMap<>();
        for (GridSpan grid : byStart) {
            GridEvent.Posted posted = grid.posted();
            String group = group(posted);
            int track = lanes.computeIfAbsent(
                            posted.device() + group,
                            each -> new LaneTracks(
                                    MOST_LANES,
                                    lane -> track(
                                            posted.device(), "Grids", group, lane == 0 ? group : group + " +" + lane)))
                    .take(grid.started(), grid.completed());
            if (track >= 0) {
                byTrack.computeIfAbsent(track, each -> new ArrayList<>()).add(grid);
                byParent.computeIfAbsent(posted.parent(), each -> new ArrayList<>())
                        .add(grid);
            } else {
                gridsNotShown++;
            }
        }
        launchesNotShown = grids.size();
        for (GridSpan grid : byParent.getOrDefault(0L, List.of())) {
            if (graphs.node(grid.posted().grid()) != null) {
                launchesNotShown--;
            } else {
                launch(host(), grid);
            }
        }
        for (GraphLaunchLifetime each : graphs.launchedBy(0)) {
            graphs.launch(host(), each);
        }
        for (Map.Entry<Integer, List<GridSpan>> track : byTrack.entrySet()) {
            for (GridSpan grid : track.getValue()) {
                run(track.getKey(), grid, byParent.getOrDefault(grid.posted().grid(), List.of()));
            }
        }
    }

    private static String group(GridEvent.Posted posted) {
        return switch (posted.launch()) {
            case HOST -> "stream " + posted.stream();
            case STREAM -> "depth " + posted.depth();
            case FIRE_AND_FORGET -> "depth " + posted.depth() + ", fire-and-forget";
            case TAIL -> "depth " + posted.depth() + ", tail";
        };
    }

    private void launch(int track, GridSpan grid) throws IOException {
        launchesNotShown--;
        sink.instant(
                track,
                nanos(grid.posted().timeCycles()),
                launches.computeIfAbsent(grid.posted().kernel(), kernel -> "launch " + kernel),
                grid.posted().grid(),
                ImmutableMap.of("grid", grid.posted().grid()));
    }

    private void run(int track, GridSpan grid, List<GridSpan> children) throws IOException {
        long started = nanos(grid.started());
        Map<String, Object> facts = GridAnnotations.of(grid, clock);
        String node = graphs.node(grid.posted().grid());
        if (node != null) {
            facts.put("launch", node);
        }
        sink.start(track, started, grid.posted().kernel(), grid.posted().grid(), facts);
        for (GridSpan child : children) {
            launch(track, child);
        }
        for (GraphLaunchLifetime each : graphs.launchedBy(grid.posted().grid())) {
            graphs.launch(track, each);
        }
        if (grid.completed() > grid.bodyEnded()) {
            sink.start(track, nanos(grid.bodyEnded()), "children", TraceSink.NO_FLOW, Map.of());
            sink.end(track, nanos(grid.completed()));
        }
        sink.end(track, nanos(grid.completed()));
    }

    /** The waits of grids, as many at once as there are lanes. */
    private void waiting(List<GridSpan> byPosting) throws IOException {
        Map<Integer, LaneTracks> lanes = new HashMap<>();
        for (GridSpan grid : byPosting) {
            GridEvent.Posted posted = grid.posted();
            if (grid.started() <= posted.timeCycles()) {
                continue;
            }
            int track = lanes.computeIfAbsent(
                            posted.device(),
                            device -> new LaneTracks(
                                    MOST_LANES, lane -> track(device, "Waiting grids", "waiting " + lane)))
                    .take(posted.timeCycles(), grid.started());
            if (track < 0) {
                continue;
            }
            sink.start(
                    track,
                    nanos(posted.timeCycles()),
                    posted.kernel(),
                    TraceSink.NO_FLOW,
                    ImmutableMap.of("grid", posted.grid()));
            for (WaitInterval wait : grid.waits()) {
                sink.start(
                        track, nanos(wait.start()), GridAnnotations.reason(wait.reason()), TraceSink.NO_FLOW, Map.of());
                sink.end(track, nanos(wait.end()));
            }
            sink.end(track, nanos(grid.started()));
        }
    }

    private void copies() throws IOException {
        Map<Integer, LaneTracks> lanes = new HashMap<>();
        for (OperationSpan copy : trace.copies().inOrder()) {
            int track = lanes.computeIfAbsent(
                            copy.device(),
                            device -> new LaneTracks(
                                    MOST_LANES, lane -> track(device, "Copies and fills", "copies " + lane)))
                    .take(copy.start(), copy.end());
            if (track < 0) {
                continue;
            }
            sink.start(
                    track,
                    nanos(copy.start()),
                    copy.name(),
                    TraceSink.NO_FLOW,
                    ImmutableMap.of("bytes", copy.bytes(), "asked_by_grid", copy.parent()));
            sink.end(track, nanos(copy.end()));
        }
    }

    private void blocks() throws IOException {
        List<BlockSpan> blocks = trace.blocks().inOrder();
        // Tracks are in the order of devices, SMs and slots.
        Map<Integer, Integer> slots = new TreeMap<>();
        for (BlockSpan block : blocks) {
            slots.merge(sm(block), block.slot(), Math::max);
        }
        Map<Integer, int[]> tracksOfSm = new HashMap<>();
        for (Map.Entry<Integer, Integer> sm : slots.entrySet()) {
            int[] tracksOfSlots = new int[sm.getValue() + 1];
            String name = "SM " + (sm.getKey() & 0xFFFF);
            for (int slot = 0; slot < tracksOfSlots.length; slot++) {
                tracksOfSlots[slot] = track(sm.getKey() >> 16, "SMs", name, name + " slot " + slot);
            }
            tracksOfSm.put(sm.getKey(), tracksOfSlots);
        }
        for (BlockSpan block : blocks) {
            int track = Objects.requireNonNull(tracksOfSm.get(sm(block)))[block.slot()];
            sink.start(
                    track,
                    nanos(block.start()),
                    block.kernel(),
                    TraceSink.NO_FLOW,
                    ImmutableMap.of("grid", block.grid(), "block", block.block()));
            sink.end(track, nanos(block.end()));
        }
    }

    private static int sm(BlockSpan block) {
        return (block.device() << 16) | block.sm();
    }

    private String notShown() {
        String launches = launchesNotShown == 0 ? "" : launchesNotShown + " launches";
        return gridsNotShown == 0
                ? launches
                : gridsNotShown + " grids that overlap with " + MOST_LANES + " others of their depth, and " + launches;
    }

    private void warnings() throws IOException {
        for (WarningEvent warning : trace.warnings()) {
            sink.instant(
                    track(warning.device(), "Warnings"),
                    nanos(warning.timeCycles()),
                    warning.rule(),
                    TraceSink.NO_FLOW,
                    ImmutableMap.of("warning", warning.message()));
        }
        leftOut("left_out", trace.leftOut());
        leftOut("not_shown", notShown());
    }

    private void leftOut(String fact, String what) throws IOException {
        if (!what.isEmpty()) {
            sink.instant(track(0, "Warnings"), 0, "left out", TraceSink.NO_FLOW, ImmutableMap.of(fact, what));
        }
    }
}
