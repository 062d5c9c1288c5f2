package io.cdpsim.experiments.sweep.row;

import java.util.List;

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
}
