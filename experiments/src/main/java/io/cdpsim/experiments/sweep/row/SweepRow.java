package io.cdpsim.experiments.sweep.row;

import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.InvalidInputException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
    /** The rule of a full pool, by which warnings name it. */
    private static final String POOL_RULE = "POOL-6";

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

    /** The number of launches by device code that failed; 0 if the point could not run. */
    public long failedLaunches() {
        return count(CommonResults.FAILED_LAUNCHES.name());
    }

    /** Whether a launch found the pool of pending launches full. */
    public boolean wasPoolFull() {
        boolean isWarned = text(CommonResults.WARNINGS.name())
                .map(each -> List.of(each.split(" ")).contains(POOL_RULE))
                .orElse(false);
        return count(CommonResults.VIRTUALIZED_LAUNCHES.name()) > 0 || (failedLaunches() > 0 && isWarned);
    }

    private long count(String column) {
        return text(column).map(Long::parseLong).orElse(0L);
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
