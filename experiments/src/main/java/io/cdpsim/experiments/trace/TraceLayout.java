package io.cdpsim.experiments.trace;

import com.google.common.collect.ImmutableMap;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.WarningEvent;
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
 * Puts a run on tracks: calls of the host; of each device its numbers, its streams with the grids that run in them, its grids that wait and why, and
 * the block slots of its SMs. An arrow leads from each launch to where its grid starts.
 */
public final class TraceLayout {
    /** Grids of one stream do not overlap, but those of the device's many streams do: so many lanes at most for those of a depth. */
    private static final int MOST_LANES = 256;

    private final RunTrace trace;
    private final ClockSpec clock;
    private final TraceSink sink;
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
    }

    /**
     * Writes a run.
     *
     * @param trace what happened
     * @param profile what its devices are called
     * @param clock by which cycles become time
     * @param sink where it goes; left open
     * @return what the trace has kept and no track has room for, in words; empty if there is room for all
     */
    public static String write(RunTrace trace, String profile, ClockSpec clock, TraceSink sink) throws IOException {
        TraceLayout layout = new TraceLayout(trace, clock, sink);
        layout.hostCalls();
        for (Map.Entry<Integer, RunTrace.Counters> each : trace.counters().entrySet()) {
            int process = sink.process("GPU " + each.getKey() + " (" + profile + ")");
            layout.devices.put(each.getKey(), process);
            layout.counters(process, each.getValue());
        }
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
            sink.begin(host(), nanos(call.begin()), call.name(), TraceSink.NO_FLOW, Map.of());
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

    /** A track of a device, by the names of its groups and its own; made when it is first asked for. */
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

    /** Grids from their start to their completion, each in a lane of its stream, or of its depth for those of device code. */
    private void running(List<GridSpan> grids) throws IOException {
        List<GridSpan> byStart = new ArrayList<>(grids);
        byStart.sort((a, b) -> {
            int order = Long.compare(a.started(), b.started());
            return order != 0
                    ? order
                    : Long.compare(a.posted().grid(), b.posted().grid());
        });
        Map<String, LaneTracks> lanes = new HashMap<>();
        // Launches stand on their launcher's track within its slice, so all slices and launches of a track are put in
        // order first.
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
            launch(host(), grid);
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
        sink.begin(track, started, grid.posted().kernel(), grid.posted().grid(), GridAnnotations.of(grid, clock));
        for (GridSpan child : children) {
            launch(track, child);
        }
        if (grid.completed() > grid.bodyEnded()) {
            sink.begin(track, nanos(grid.bodyEnded()), "children", TraceSink.NO_FLOW, Map.of());
            sink.end(track, nanos(grid.completed()));
        }
        sink.end(track, nanos(grid.completed()));
    }

    /** Why grids wait, of as many at once as there are lanes. */
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
            sink.begin(
                    track,
                    nanos(posted.timeCycles()),
                    posted.kernel(),
                    TraceSink.NO_FLOW,
                    ImmutableMap.of("grid", posted.grid()));
            for (WaitInterval wait : grid.waits()) {
                sink.begin(
                        track, nanos(wait.begin()), GridAnnotations.reason(wait.reason()), TraceSink.NO_FLOW, Map.of());
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
                    .take(copy.begin(), copy.end());
            if (track < 0) {
                continue;
            }
            sink.begin(
                    track,
                    nanos(copy.begin()),
                    copy.name(),
                    TraceSink.NO_FLOW,
                    ImmutableMap.of("bytes", copy.bytes(), "asked_by_grid", copy.parent()));
            sink.end(track, nanos(copy.end()));
        }
    }

    private void blocks() throws IOException {
        List<BlockSpan> blocks = trace.blocks().inOrder();
        // Tracks stand in the order of devices, SMs and slots.
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
            sink.begin(
                    track,
                    nanos(block.begin()),
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
