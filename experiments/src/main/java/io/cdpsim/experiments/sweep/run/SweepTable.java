package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.SpecificationJson;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.ResultTable;
import io.cdpsim.experiments.sweep.row.SweepColumns;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.experiments.sweep.row.TableCell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the table of a sweep. */
public final class SweepTable {
    private SweepTable() {}

    /**
     * The table of a sweep or of a shard, in the order of the points. Each row of a shard contains the identity of the sweep and its number of
     * points, the first row also the specification, and empty columns stay, so that {@link ShardMerge} can merge it with the others.
     *
     * @param rows one row per point, in any order
     */
    public static ResultTable of(Sweep sweep, Shard shard, Collection<SweepRow> rows) {
        List<SweepRow> ordered =
                rows.stream().sorted(Comparator.comparingInt(SweepRow::point)).toList();
        if (shard.isWhole()) {
            return new ResultTable(sweep.columns(), ordered).withoutEmptyColumns();
        }
        List<String> columns = new ArrayList<>(List.of(SweepColumns.SWEEP, SweepColumns.POINTS, SweepColumns.QUESTION));
        columns.addAll(sweep.columns());
        Map<String, TableCell> whose = new LinkedHashMap<>();
        whose.put(SweepColumns.SWEEP, TableCell.words(sweep.identity().id()));
        whose.put(SweepColumns.POINTS, TableCell.of(sweep.points().size()));
        List<SweepRow> marked = new ArrayList<>();
        for (SweepRow each : ordered) {
            Map<String, TableCell> cells = new LinkedHashMap<>(whose);
            if (marked.isEmpty()) {
                cells.put(SweepColumns.QUESTION, TableCell.words(SpecificationJson.of(sweep.question())));
            }
            cells.putAll(each.cells());
            marked.add(new SweepRow(each.point(), cells));
        }
        return new ResultTable(columns, marked);
    }
}
