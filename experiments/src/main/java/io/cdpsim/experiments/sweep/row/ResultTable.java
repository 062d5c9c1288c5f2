package io.cdpsim.experiments.sweep.row;

import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table with named columns.
 *
 * @param columns names from left to right
 * @param rows from top to bottom
 */
public record ResultTable(List<String> columns, List<SweepRow> rows) {
    /** Keeps copies. */
    public ResultTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** A copy without columns that are empty in all rows, such as an unreported result. */
    public ResultTable withoutEmptyColumns() {
        return new ResultTable(
                columns.stream()
                        .filter(each -> SweepColumns.FIXED.contains(each)
                                || rows.stream().anyMatch(row -> row.cells().containsKey(each)))
                        .toList(),
                rows);
    }

    /** The table of a single run: that of a sweep with one point, whose given options are the varied ones. */
    public static final class RunTable {
        private RunTable() {}

        /**
         * A table with one row, without empty columns.
         *
         * @param options the options of the run; given ones have columns
         */
        public static ResultTable of(Workload workload, OptionValues options, RunResult result) {
            Map<String, TableCell> cells = new LinkedHashMap<>();
            cells.put(SweepColumns.POINT, TableCell.of(1));
            options.texts().forEach((name, value) -> cells.put(name, TableCell.written(value)));
            cells.put(SweepColumns.SEED, TableCell.of(result.seed()));
            SweepColumns.cells(result).forEach(cells::putIfAbsent);
            if (!result.correct()) {
                cells.put(SweepColumns.ERROR, TableCell.words(result.failure()));
            }
            List<String> columns =
                    SweepColumns.of(workload, new ArrayList<>(options.texts().keySet()));
            return new ResultTable(columns, List.of(new SweepRow(1, cells))).withoutEmptyColumns();
        }
    }
}
