package io.cdpsim.cli.sweep;

import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.ResultTable;
import io.cdpsim.experiments.sweep.row.SweepColumns;
import io.cdpsim.experiments.sweep.row.SweepRow;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The summary of a completed sweep: the number of points, the fastest and the slowest of them. */
final class SweepReport {
    private SweepReport() {}

    /**
     * The summary of a sweep.
     *
     * @param rows its rows
     * @param restored number of rows from an earlier run
     * @param out the file of the rows
     */
    static String text(Sweep sweep, Collection<SweepRow> rows, int restored, String out) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT);
        table.row("workload", sweep.workload().name());
        table.row("points", NumberFormats.count(rows.size()));
        if (restored > 0) {
            table.row("done before", NumberFormats.count(restored));
        }
        table.row("failed", NumberFormats.count(failed(rows)));
        List<String> varied =
                sweep.question().axes().stream().map(each -> each.name()).toList();
        Comparator<SweepRow> byTime =
                Comparator.comparingDouble(each -> each.timeMicros().orElseThrow());
        right(rows).min(byTime).ifPresent(each -> table.row("fastest", described(each, varied)));
        right(rows).max(byTime).ifPresent(each -> table.row("slowest", described(each, varied)));
        return table.row("rows", out).toString();
    }

    /** The summary of a merge. */
    static String merged(ResultTable merged, String out) {
        return new TextTable(Align.LEFT, Align.LEFT)
                .row("points", NumberFormats.count(merged.rows().size()))
                .row("failed", NumberFormats.count(failed(merged.rows())))
                .row("rows", out)
                .toString();
    }

    /** The number of points without a correct result. */
    static long failed(Collection<SweepRow> rows) {
        return rows.stream().filter(each -> !each.error().isEmpty()).count();
    }

    private static Stream<SweepRow> right(Collection<SweepRow> rows) {
        return rows.stream()
                .filter(each -> each.error().isEmpty() && each.timeMicros().isPresent());
    }

    private static String described(SweepRow row, List<String> varied) {
        String values = Stream.concat(varied.stream(), Stream.of(SweepColumns.SEED))
                .distinct()
                .map(each -> each + "=" + row.text(each).orElse(""))
                .collect(Collectors.joining(" "));
        return NumberFormats.time(row.timeMicros().orElseThrow()) + " (point " + row.point() + ": " + values + ")";
    }
}
