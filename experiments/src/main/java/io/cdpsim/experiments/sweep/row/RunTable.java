package io.cdpsim.experiments.sweep.row;

import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table of a single run: that of a sweep of one point, whose options are what varies. */
public final class RunTable {
    private RunTable() {}

    /**
     * A table of one row, without columns that have no value.
     *
     * @param options those that were given have columns
     */
    public static Table of(Workload workload, OptionValues options, RunResult result) {
        Map<String, Cell> cells = new LinkedHashMap<>();
        cells.put(Columns.POINT, Cell.of(1));
        options.texts().forEach((name, value) -> cells.put(name, Cell.written(value)));
        cells.put(Columns.SEED, Cell.of(result.seed()));
        Columns.cells(result).forEach(cells::putIfAbsent);
        if (!result.correct()) {
            cells.put(Columns.ERROR, Cell.words(result.failure()));
        }
        List<String> columns =
                Columns.of(workload, new ArrayList<>(options.texts().keySet()));
        return new Table(columns, List.of(new Row(1, cells))).withoutEmptyColumns();
    }
}
