package io.cdpsim.cli.sweep;

import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.ResultTable;
import io.cdpsim.experiments.sweep.row.SweepColumns;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.experiments.sweep.run.RepeatedTimes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The summary of a completed sweep: the number of points, the fastest and the slowest of them. */
final class SweepReport {
    /** Most combinations in the table of repeated ones. */
    private static final int MOST_COMBINATIONS = 20;

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
        table.row("rows", out);
        return sweep.question().repeat() > 1 ? table + repeated(sweep, rows) : table.toString();
    }

    /** What the seeds of repeated combinations change: nothing, or the median and the range of each. */
    static String repeated(Sweep sweep, Collection<SweepRow> rows) {
        List<RepeatedTimes> all = RepeatedTimes.of(sweep, rows);
        List<RepeatedTimes> changed =
                all.stream().filter(each -> !each.isSame()).toList();
        if (all.isEmpty()) {
            return "";
        }
        int seeds = all.get(0).times().size();
        if (changed.isEmpty()) {
            return "\nThe seed changes nothing: each combination took the same time with all its " + seeds + " seeds.\n"
                    + "Nothing that a seed decides, such as the policy 'adversarial', happened in these runs.\n";
        }
        List<String> names =
                sweep.question().axes().stream().map(each -> each.name()).toList();
        List<Align> columns = new ArrayList<>(Collections.nCopies(names.size(), Align.LEFT));
        columns.addAll(Collections.nCopies(4, Align.RIGHT));
        TextTable table = new TextTable(columns.toArray(Align[]::new));
        List<String> header = new ArrayList<>(names);
        header.addAll(List.of("seeds", "median", "shortest", "longest"));
        table.row(header.toArray(String[]::new));
        all.stream()
                .sorted(Comparator.comparingDouble(RepeatedTimes::median))
                .limit(MOST_COMBINATIONS)
                .forEach(each -> {
                    List<String> cells = new ArrayList<>(
                            names.stream().map(each.varied()::get).toList());
                    cells.add(NumberFormats.count(each.times().size()));
                    cells.add(NumberFormats.time(each.median()));
                    cells.add(NumberFormats.time(each.shortest()));
                    cells.add(NumberFormats.time(each.longest()));
                    table.row(cells.toArray(String[]::new));
                });
        String rest = all.size() > MOST_COMBINATIONS
                ? "The " + MOST_COMBINATIONS + " fastest of " + all.size() + " combinations; the rows have all.\n"
                : "";
        String same = changed.size() < all.size()
                ? "The seed changes nothing in " + (all.size() - changed.size()) + " of " + all.size()
                        + " combinations.\n"
                : "";
        return "\n" + table + rest + same;
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
        String failed =
                row.failedLaunches() == 0 ? "" : ", " + NumberFormats.count(row.failedLaunches()) + " launches failed";
        return NumberFormats.time(row.timeMicros().orElseThrow()) + " (point " + row.point() + ": " + values + failed
                + ")";
    }
}
