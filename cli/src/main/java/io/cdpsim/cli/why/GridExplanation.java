package io.cdpsim.cli.why;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.graphs.GraphWait;
import io.cdpsim.observe.waits.GridCauseRecorder;
import io.cdpsim.observe.waits.GridHistory;
import io.cdpsim.observe.waits.GridHistory.CausedWait;
import io.cdpsim.profile.ClockSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Why a grid started when it did, as text and as JSON. */
final class GridExplanation {
    /** Most links of the chain of causes. */
    private static final int MOST_LINKS = 12;

    private final GridCauseRecorder recorder;
    private final GraphPlaces graphs;
    private final GridHistory grid;
    private final ClockSpec clock;

    GridExplanation(GridCauseRecorder recorder, GraphPlaces graphs, GridHistory grid, ClockSpec clock) {
        this.recorder = recorder;
        this.graphs = graphs;
        this.grid = grid;
        this.clock = clock;
    }

    String text() {
        GridEvent.Posted posted = grid.posted();
        StringBuilder text = new StringBuilder();
        text.append("grid ")
                .append(grid.number())
                .append(": ")
                .append(kernel(posted))
                .append(", ");
        text.append(NumberFormats.count(posted.blocks())).append(posted.blocks() == 1 ? " block of " : " blocks of ");
        text.append(posted.threadsPerBlock()).append(posted.threadsPerBlock() == 1 ? " thread, " : " threads, ");
        Optional<GraphPlaces.Place> place = graphs.of(grid.number());
        text.append(
                place.map(each -> each.text() + ", launched by " + each.launch().launcher())
                        .orElseGet(() -> "launched by "
                                + (posted.parent() == 0 ? "the host" : described(posted.parent())) + how(posted)));
        text.append("\n\n");
        TextTable times = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT);
        times.row("launched", at(posted.timeCycles()), place.isPresent() ? "by its graph" : sinceParentStarted());
        place.ifPresent(each -> times.row(
                "graph",
                at(each.launch().launched().timeCycles()),
                "launched, started at "
                        + at(Math.max(
                                each.launch().started(),
                                each.launch().launched().timeCycles())) + ", ended at "
                        + at(each.launch().ended())));
        times.row(
                "started",
                at(grid.startedCycles()),
                grid.startedCycles() < 0 ? "" : time(grid.waitedCycles()) + " after its launch");
        times.row(
                "ended",
                at(grid.bodyEndedCycles()),
                grid.bodyEndedCycles() < 0 ? "" : "ran " + time(grid.bodyEndedCycles() - grid.startedCycles()));
        times.row(
                "complete", at(grid.completedCycles()), grid.completedCycles() < 0 ? "" : "with all that it launched");
        text.append(times);
        List<GraphWait> nodeWaits = place.map(GraphPlaces.Place::waits).orElse(List.of());
        if (!nodeWaits.isEmpty()) {
            TextTable waits =
                    new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT).row("its node waited for", "from", "for");
            nodeWaits.forEach(each ->
                    waits.row(PrintableText.line(each.reason()), at(each.start()), time(each.end() - each.start())));
            text.append('\n').append(waits);
        }
        if (!grid.waits().isEmpty()) {
            TextTable waits = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT, Align.LEFT)
                    .row("it waited for", "from", "for", "what ended the wait");
            for (CausedWait each : grid.waits()) {
                waits.row(
                        awaited(grid, each),
                        at(each.interval().start()),
                        time(each.interval().cycles()),
                        cause(each));
            }
            text.append('\n').append(waits);
        }
        List<String> chain = chain();
        text.append("\nWhy, back to the host:\n");
        chain.forEach(each -> text.append("  ").append(each).append('\n'));
        return text.toString();
    }

    /** The causes in the order of time reversed: of each grid the longest wait, or else the launch by its parent. */
    private List<String> chain() {
        List<String> chain = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        Optional<GridHistory> next = Optional.of(grid);
        while (next.isPresent() && seen.add(next.get().number()) && chain.size() < MOST_LINKS) {
            GridHistory now = next.get();
            GridEvent.Posted posted = now.posted();
            Optional<CausedWait> longest = now.longestWait();
            Optional<GridHistory> awaited = longest.filter(each -> each.cause() != 0 && !seen.contains(each.cause()))
                    // A launch server that handles others first is no grid that could have been faster.
                    .filter(each -> each.interval().reason() != WaitReason.LAUNCH_SERVER)
                    .flatMap(each -> recorder.of(each.cause()));
            String started = "grid " + now.number() + " (" + kernel(posted) + ") started at " + at(now.startedCycles());
            if (longest.isPresent()) {
                CausedWait wait = longest.get();
                started += ", after " + time(wait.interval().cycles()) + " for "
                        + awaited(now, wait)
                        + (awaited.isPresent() ? " (" + described(wait.cause()) + ")" : "");
            }
            chain.add(started);
            Optional<GraphPlaces.Causes> inGraph = awaited.isPresent()
                    ? Optional.empty()
                    : graphs.of(now.number()).map(place -> graphs.causes(place, this::at));
            next = awaited.isPresent() ? awaited : recorder.of(posted.parent());
            if (inGraph.isPresent()) {
                inGraph.get().links().forEach(each -> chain.add(PrintableText.line(each)));
                next = recorder.of(inGraph.get().grid());
            } else if (next.isEmpty()) {
                chain.add("the host launched grid " + now.number() + " at " + at(posted.timeCycles()));
            } else if (awaited.isEmpty()) {
                chain.add("grid " + posted.parent() + " launched grid " + now.number() + " at "
                        + at(posted.timeCycles()) + ", "
                        + time(posted.timeCycles() - next.get().startedCycles()) + " after its own start");
            }
        }
        return chain;
    }

    private String cause(CausedWait wait) {
        String by = wait.cause() == 0 ? "" : described(wait.cause());
        return switch (wait.interval().reason()) {
            case LAUNCH_SERVER ->
                wait.ahead() == 0
                        ? "nothing else: the way of every launch"
                        : NumberFormats.count(wait.ahead()) + " other " + (wait.ahead() == 1 ? "grid" : "grids")
                                + " went first, the last " + by;
            case POOL -> "the grid was fetched from the virtualized pool";
            case PREDECESSOR, PARENT_END -> by.isEmpty() ? "" : "the end of " + by;
            case RESIDENT_GRIDS -> by.isEmpty() ? "" : "the end of " + by + ", whose slot became free";
            case PARENT_BLOCKS, OTHER_BLOCKS -> by.isEmpty() ? "" : "the blocks of " + by + " were placed";
            case SM_ROOM -> by.isEmpty() ? "" : "a block of " + by + " ended";
        };
    }

    /** What a grid waited for. NULL streams of several blocks may share a queue (rulebook 24, Q-20). */
    private String awaited(GridHistory waiting, CausedWait wait) {
        return switch (wait.interval().reason()) {
            case PREDECESSOR ->
                recorder.of(wait.cause())
                                .filter(before -> before.posted().stream() != waiting.posted().stream())
                                .isPresent()
                        ? "the NULL stream of another block, with which its own shares a queue"
                        : "work before it in its stream";
            case PARENT_END -> "the end of its parent";
            case POOL -> "the pool of pending launches";
            case LAUNCH_SERVER -> "the launch server";
            case PARENT_BLOCKS -> "its parent's other blocks";
            case OTHER_BLOCKS -> "blocks of other grids";
            case RESIDENT_GRIDS -> "a slot for a resident grid";
            case SM_ROOM -> "room on an SM";
        };
    }

    private String sinceParentStarted() {
        return recorder.of(grid.posted().parent())
                .map(parent -> time(grid.posted().timeCycles() - parent.startedCycles()) + " after its parent's start")
                .orElse("by the host");
    }

    private String how(GridEvent.Posted posted) {
        return switch (posted.launch()) {
            case HOST -> ", stream " + posted.stream();
            case STREAM -> ", its stream " + posted.stream();
            case FIRE_AND_FORGET -> ", fire and forget";
            case TAIL -> ", as a tail";
        };
    }

    private String described(long number) {
        return "grid " + number
                + recorder.of(number)
                        .map(each -> " (" + kernel(each.posted()) + ")")
                        .orElse("");
    }

    private static String kernel(GridEvent.Posted posted) {
        return PrintableText.line(posted.kernel());
    }

    private double micros(long cycles) {
        return clock.microsFromCycles(1) * cycles;
    }

    private String time(long cycles) {
        return NumberFormats.time(micros(cycles));
    }

    private String at(long cycles) {
        return cycles < 0 ? "never" : String.format(Locale.ROOT, "%.2f us", micros(cycles));
    }

    /** The same as JSON; its names are documented in docs/reference/cli.md. */
    String json() {
        return JsonWriter.text(json -> {
            GridEvent.Posted posted = grid.posted();
            json.put("grid", grid.number());
            json.put("kernel", posted.kernel());
            json.put("parent", posted.parent());
            graphs.of(grid.number())
                    .ifPresent(place -> json.object("graph", () -> {
                        json.put("graph", place.launch().launched().graph());
                        json.put("launch", place.launch().number());
                        json.put("node", place.node().node());
                        json.put("by", place.launch().launcher());
                        json.objects("waits", place.waits(), each -> {
                            json.put("reason", each.reason());
                            json.put("start_us", micros(each.start()));
                            json.put("us", micros(each.end() - each.start()));
                        });
                    }));
            json.put("launched_us", micros(posted.timeCycles()));
            put(json, "started_us", grid.startedCycles());
            put(json, "ended_us", grid.bodyEndedCycles());
            put(json, "completed_us", grid.completedCycles());
            json.objects("waits", grid.waits(), each -> {
                json.put("reason", each.interval().reason().name().toLowerCase(Locale.ROOT));
                json.put("start_us", micros(each.interval().start()));
                json.put("us", micros(each.interval().cycles()));
                if (each.cause() != 0) {
                    json.put("grid", each.cause());
                }
                if (each.interval().reason() == WaitReason.LAUNCH_SERVER) {
                    json.put("grids_ahead", each.ahead());
                }
            });
            json.strings("chain", chain());
        });
    }

    private void put(JsonWriter json, String name, long cycles) {
        if (cycles >= 0) {
            json.put(name, micros(cycles));
        }
    }
}
