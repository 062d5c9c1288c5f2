package io.cdpsim.experiments.sweep.row;

import java.util.List;

/**
 * Rows below their columns.
 *
 * @param columns names from left to right
 * @param rows from the top
 */
public record ResultTable(List<String> columns, List<SweepRow> rows) {
    /** Keeps copies. */
    public ResultTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** The same without columns in which no row has a value, such as a result that no point reported. */
    public ResultTable withoutEmptyColumns() {
        return new ResultTable(
                columns.stream()
                        .filter(each -> SweepColumns.FIXED.contains(each)
                                || rows.stream().anyMatch(row -> row.cells().containsKey(each)))
                        .toList(),
                rows);
    }
}
