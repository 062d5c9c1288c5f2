package io.cdpsim.cli.plot;

import io.cdpsim.experiments.sweep.row.CsvTable;
import java.util.List;
import java.util.Optional;

/**
 * The columns with the error of a value.
 *
 * @param kind how they say it
 * @param first the column with the lower end, or with the distance
 * @param second the column with the upper end; that of the first where it says both
 */
record ErrorColumns(Kind kind, String first, String second) {
    /** How columns say an error. */
    enum Kind {
        /** The lower and the upper end. */
        ENDS,
        /** The distance of both ends from the value. */
        DISTANCE
    }

    private static final List<List<String>> ENDS = List.of(List.of("_low", "_high"), List.of("_min", "_max"));
    private static final List<String> DISTANCES = List.of("_error", "_std", "_stddev", "_stderr");

    /** The columns that a table has for the error of a column: {@code time_us_low} and {@code time_us_high}, or {@code time_us_error}. */
    static Optional<ErrorColumns> of(CsvTable table, String column) {
        for (List<String> each : ENDS) {
            if (table.columns().contains(column + each.get(0))
                    && table.columns().contains(column + each.get(1))) {
                return Optional.of(new ErrorColumns(Kind.ENDS, column + each.get(0), column + each.get(1)));
            }
        }
        return DISTANCES.stream()
                .map(each -> column + each)
                .filter(table.columns()::contains)
                .findFirst()
                .map(each -> new ErrorColumns(Kind.DISTANCE, each, each));
    }
}
