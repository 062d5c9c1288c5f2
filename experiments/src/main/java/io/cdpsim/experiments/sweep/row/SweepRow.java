package io.cdpsim.experiments.sweep.row;

import io.cdpsim.workloads.InvalidInputException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of a point of a sweep.
 *
 * @param point the point's number, from 1
 * @param cells values by column, in the order of the columns; empty columns are missing
 */
public record SweepRow(int point, Map<String, TableCell> cells) {
    /** Keeps a copy. */
    public SweepRow {
        cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }

    /** The text of a cell. */
    public Optional<String> text(String column) {
        return Optional.ofNullable(cells.get(column)).map(TableCell::text);
    }

    /** Why the point could not run, or why its result is wrong; empty if neither holds. */
    public String error() {
        return text(SweepColumns.ERROR).orElse("");
    }

    /** The simulated time in microseconds; empty if the point could not run. */
    public OptionalDouble timeMicros() {
        return text(SweepColumns.TIME)
                .map(Double::parseDouble)
                .map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
    }

    /** The number of a point in a parsed row. */
    static final class PointNumber {
        private PointNumber() {}

        /**
         * The row with these cells.
         *
         * @param place number of the row in the file, for messages
         */
        static SweepRow row(String file, int place, Map<String, TableCell> cells) {
            TableCell point = cells.get(SweepColumns.POINT);
            String text = point == null ? "" : point.text();
            if (!text.matches("[1-9][0-9]{0,8}")) {
                throw new InvalidInputException(file + ": row " + place + ": found '" + text + "' in the column '"
                        + SweepColumns.POINT + "', expected a point's number");
            }
            return new SweepRow(Integer.parseInt(text), cells);
        }
    }
}
