package io.cdpsim.experiments.sweep.row;

import io.cdpsim.workloads.InvalidInputException;
import java.util.Map;

/** The number of a point in a parsed row. */
final class PointNumber {
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
