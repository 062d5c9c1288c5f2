package io.cdpsim.cli.timeline;

import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.graphs.GraphLaunchLifetime;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A timeline as text: one row for each grid, below the grid that launched it, with its times and a bar; and one for each launch of a graph, with its nodes
 * and what they waited for. Many launches of one kernel by one grid are summed up, so that a flood of launches stays readable.
 */
public final class TimelineChart {
    private static final int BAR_COLUMNS = 48;
    private static final int MAX_INDENT = 10;
    private static final char WAITS = '.';
    private static final char RUNS = '=';
    private static final char ENDED = '-';
    private static final String LEGEND = "Times in us. Bars: " + WAITS + " posted, not started; " + RUNS + " runs; "
            + ENDED + " ended, waits for what it launched\n";

    /** Launches that are summed up: those of one kernel by one grid with one error code (0: none). */
    private record Launches(long parent, String kernel, int errorCode) {}

    private final ClockSpec clock;
    private final CudaVersion cuda;
    private final Timeline timeline;
    private final TimelineRows rows;
    private final TextTable table = new TextTable(
            Align.LEFT,
            Align.RIGHT,
            Align.RIGHT,
            Align.RIGHT,
            Align.RIGHT,
            Align.RIGHT,
            Align.RIGHT,
            Align.LEFT,
            Align.LEFT);

    private TimelineChart(Timeline timeline, List<GraphLaunchLifetime> launches, MachineSettings machine) {
        this.clock = machine.profile().clock();
        this.cuda = machine.cuda();
        this.timeline = timeline;
        this.rows = TimelineRows.of(timeline, launches);
    }

    /**
     * The chart, the failed launches and the warnings of a machine.
     *
     * @param launches its launches of graphs
     */
    public static String text(Timeline timeline, List<GraphLaunchLifetime> launches, MachineSettings machine) {
        TimelineChart chart = new TimelineChart(timeline, launches, machine);
        return chart.grids() + chart.failures() + chart.warnings();
    }

    private String grids() {
        if (rows.isEmpty()) {
            return "No grid ran.\n";
        }
        String endTime = micros(rows.endCycles());
        String end = "0" + " ".repeat(BAR_COLUMNS - 1 - endTime.length()) + endTime;
        table.row(
                "grid",
                "number",
                "parent",
                "posted",
                "started",
                "ended",
                "complete",
                end,
                rows.hasGraphs() ? "waited for" : "");
        for (TimelineRows.Row row : rows.rows()) {
            String label = " ".repeat(2 * Math.min(MAX_INDENT, row.indent())) + row.label();
            if (row.bar().isEmpty()) {
                table.row(label, "", "", "", "", "", "", "", "");
                continue;
            }
            TimelineRows.Bar bar = row.bar().get();
            table.row(
                    label,
                    bar.number(),
                    bar.parent(),
                    micros(bar.posted()),
                    micros(bar.started()),
                    micros(bar.bodyEnded()),
                    micros(bar.completed()),
                    painted(bar),
                    waits(bar));
        }
        return table + LEGEND;
    }

    private String waits(TimelineRows.Bar bar) {
        return bar.waits().stream()
                .map(each -> each.reason() + " " + micros(each.end() - each.start()))
                .collect(Collectors.joining(", "));
    }

    private String painted(TimelineRows.Bar bar) {
        StringBuilder painted = new StringBuilder(" ".repeat(BAR_COLUMNS));
        paint(painted, WAITS, bar.posted(), bar.started());
        paint(painted, ENDED, bar.bodyEnded(), bar.completed());
        // Last, so that a body shorter than a column is visible
        paint(painted, RUNS, bar.started(), bar.bodyEnded());
        return painted.toString();
    }

    /** Paints the columns from one time to another, at least one; to the end if the second time is missing. */
    private void paint(StringBuilder bar, char sign, long fromCycles, long toCycles) {
        if (fromCycles < 0 || (fromCycles == toCycles && sign != RUNS)) {
            return;
        }
        // An interval that starts at the very end is visible too
        int from = Math.min(BAR_COLUMNS - 1, column(fromCycles));
        int to = toCycles < 0 ? BAR_COLUMNS : Math.max(from + 1, column(toCycles));
        for (int i = from; i < to; i++) {
            bar.setCharAt(i, sign);
        }
    }

    private int column(long cycles) {
        return (int) (BAR_COLUMNS * cycles / Math.max(1, rows.endCycles()));
    }

    private String failures() {
        Map<Launches, Integer> counts = new LinkedHashMap<>();
        Map<Launches, Long> first = new HashMap<>();
        for (Timeline.Failure each : timeline.failures()) {
            Launches launches = new Launches(each.parent(), each.kernel(), each.errorCode());
            counts.merge(launches, 1, Integer::sum);
            first.putIfAbsent(launches, each.timeCycles());
        }
        StringBuilder text = new StringBuilder();
        counts.forEach((launches, count) -> text.append("Failed: ")
                .append(count == 1 ? "launch" : NumberFormats.count(count) + " launches")
                .append(" of ")
                .append(launches.kernel())
                .append(" by grid ")
                .append(launches.parent())
                .append(count == 1 ? " at " : ", first at ")
                .append(micros(first.getOrDefault(launches, 0L)))
                .append(" us: ")
                .append(error(launches.errorCode()))
                .append('\n'));
        return text.toString();
    }

    private String error(int code) {
        return Stream.of(CudaError.values())
                .filter(each -> each.code(cuda) == code)
                .findFirst()
                .map(each -> each.cudaName() + " (" + code + ")")
                .orElse("error " + code);
    }

    private String warnings() {
        StringBuilder text = new StringBuilder();
        for (Timeline.Warning each : timeline.warnings()) {
            text.append("Warning at ")
                    .append(micros(each.timeCycles()))
                    .append(" us (")
                    .append(each.rule())
                    .append("): ")
                    .append(each.message())
                    .append('\n');
        }
        return text.toString();
    }

    private String micros(long cycles) {
        return cycles < 0 ? "-" : String.format(Locale.ROOT, "%.2f", clock.microsFromCycles(cycles));
    }
}
