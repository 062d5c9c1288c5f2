package io.cdpsim.experiments.sweep.row;

import java.util.List;

/**
 * Rows below their columns.
 *
 * @param columns names from left to right
 * @param rows from the top
 */
public record Table(List<String> columns, List<Row> rows) {
    /** Keeps copies. */
    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** The same without columns in which no row has a value, such as a result that no point reported. */
    public Table withoutEmptyColumns() {
        return new Table(
                columns.stream()
                        .filter(each -> Columns.FIXED.contains(each)
                                || rows.stream().anyMatch(row -> row.cells().containsKey(each)))
                        .toList(),
                rows);
    }
}
