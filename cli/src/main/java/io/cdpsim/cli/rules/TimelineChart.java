package io.cdpsim.cli.rules;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimaps;
import io.cdpsim.cli.output.Figures;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.observe.GridSpan;
import io.cdpsim.observe.Timeline;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.program.ProgramLab;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A timeline as text: a row a grid, below the grid that launched it, with the times of its life and a bar. Many launches of one kernel by
 * one grid are summed up, so that a flood of launches stays readable.
 */
final class TimelineChart {
    private static final int BAR_COLUMNS = 48;
    private static final int ROWS_OF_A_KERNEL = 6;
    private static final int MAX_ROWS = 40;
    private static final int MAX_INDENT = 10;
    private static final char WAITS = '.';
    private static final char RUNS = '=';
    private static final char ENDED = '-';
    private static final String LEGEND = "Times in us. Bars: " + WAITS + " posted, not started; " + RUNS + " runs; "
            + ENDED + " ended, waits for what it launched\n";

    /** What is summed up: launches of one kernel by one grid, which gave one error (0: none). */
    private record Launches(long parent, String kernel, int errorCode) {}

    private final ClockSpec clock;
    private final CudaVersion cuda;
    private final Timeline timeline;
    private final ListMultimap<Long, GridSpan> children;
    private final TextTable table = new TextTable(
            Align.LEFT, Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.LEFT);
    private final long endCycles;
    private final int total;
    private int rows;
    private int summedUp;

    private TimelineChart(ProgramLab lab) {
        this.clock = lab.machine().settings().profile().clock();
        this.cuda = lab.machine().settings().cuda();
        this.timeline = lab.timeline();
        List<GridSpan> grids = timeline.grids();
        this.total = grids.size();
        this.children = Multimaps.index(grids, GridSpan::parent);
        this.endCycles = grids.stream()
                .flatMapToLong(g -> LongStream.of(g.posted(), g.started(), g.bodyEnded(), g.completed()))
                .max()
                .orElse(0);
    }

    /** The chart, the failed launches and the warnings of what happened in a lab. */
    static String text(ProgramLab lab) {
        TimelineChart chart = new TimelineChart(lab);
        return chart.grids() + chart.failures() + chart.warnings();
    }

    private String grids() {
        if (children.isEmpty()) {
            return "No grid ran.\n";
        }
        String end = "0" + " ".repeat(BAR_COLUMNS - 1 - micros(endCycles).length()) + micros(endCycles);
        table.row("grid", "number", "parent", "posted", "started", "ended", "complete", end);
        rows(0, 0);
        int rest = total - rows - summedUp;
        if (rest > 0) {
            countRow("and " + Figures.count(rest) + " more grids");
        }
        return table + LEGEND;
    }

    private void rows(long parent, int indent) {
        Map<String, Integer> shown = new HashMap<>();
        Map<String, Integer> summed = new LinkedHashMap<>();
        String margin = " ".repeat(2 * Math.min(MAX_INDENT, indent));
        for (GridSpan grid : children.get(parent)) {
            if (rows >= MAX_ROWS) {
                break;
            }
            if (shown.merge(grid.kernel(), 1, Integer::sum) > ROWS_OF_A_KERNEL) {
                summed.merge(grid.kernel(), 1, Integer::sum);
                summedUp++;
                continue;
            }
            rows++;
            table.row(
                    margin + grid.kernel(),
                    "" + grid.grid(),
                    parent == 0 ? "host" : "" + parent,
                    micros(grid.posted()),
                    micros(grid.started()),
                    micros(grid.bodyEnded()),
                    micros(grid.completed()),
                    bar(grid));
            rows(grid.grid(), indent + 1);
        }
        summed.forEach((kernel, count) -> countRow(margin + kernel + ", " + Figures.count(count) + " more"));
    }

    private void countRow(String count) {
        table.row(count, "", "", "", "", "", "", "");
    }

    private String bar(GridSpan grid) {
        StringBuilder bar = new StringBuilder(" ".repeat(BAR_COLUMNS));
        paint(bar, WAITS, grid.posted(), grid.started());
        paint(bar, ENDED, grid.bodyEnded(), grid.completed());
        // Last, so that a body too short for a column is still seen
        paint(bar, RUNS, grid.started(), grid.bodyEnded());
        return bar.toString();
    }

    /** Paints the columns from one time to another, one at least; to the end if the other did not come. */
    private void paint(StringBuilder bar, char sign, long fromCycles, long toCycles) {
        if (fromCycles < 0 || (fromCycles == toCycles && sign != RUNS)) {
            return;
        }
        // What begins at the very end is seen too
        int from = Math.min(BAR_COLUMNS - 1, column(fromCycles));
        int to = toCycles < 0 ? BAR_COLUMNS : Math.max(from + 1, column(toCycles));
        for (int i = from; i < to; i++) {
            bar.setCharAt(i, sign);
        }
    }

    private int column(long cycles) {
        return (int) (BAR_COLUMNS * cycles / Math.max(1, endCycles));
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
                .append(count == 1 ? "launch" : Figures.count(count) + " launches")
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
