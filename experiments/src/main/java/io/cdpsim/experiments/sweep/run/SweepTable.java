package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.plan.QuestionText;
import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.Cell;
import io.cdpsim.experiments.sweep.row.Columns;
import io.cdpsim.experiments.sweep.row.Row;
import io.cdpsim.experiments.sweep.row.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the table that a sweep writes. */
public final class SweepTable {
    private SweepTable() {}

    /**
     * The table of a sweep or of a shard, in the order of the points. Each row of a shard says which sweep it is of and how many points that has, the
     * first one what was asked, and no column is left out, so that {@link ShardMerge} can join it with the others.
     *
     * @param rows a row a point, in any order
     */
    public static Table of(Sweep sweep, Shard shard, Collection<Row> rows) {
        List<Row> ordered =
                rows.stream().sorted(Comparator.comparingInt(Row::point)).toList();
        if (shard.isWhole()) {
            return new Table(sweep.columns(), ordered).withoutEmptyColumns();
        }
        List<String> columns = new ArrayList<>(List.of(Columns.SWEEP, Columns.POINTS, Columns.QUESTION));
        columns.addAll(sweep.columns());
        Map<String, Cell> whose = new LinkedHashMap<>();
        whose.put(Columns.SWEEP, Cell.words(sweep.identity().id()));
        whose.put(Columns.POINTS, Cell.of(sweep.points().size()));
        List<Row> marked = new ArrayList<>();
        for (Row each : ordered) {
            Map<String, Cell> cells = new LinkedHashMap<>(whose);
            if (marked.isEmpty()) {
                cells.put(Columns.QUESTION, Cell.words(QuestionText.of(sweep.question())));
            }
            cells.putAll(each.cells());
            marked.add(new Row(each.point(), cells));
        }
        return new Table(columns, marked);
    }
}
