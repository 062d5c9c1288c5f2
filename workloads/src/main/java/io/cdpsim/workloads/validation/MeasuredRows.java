package io.cdpsim.workloads.validation;

import io.cdpsim.workloads.WorkloadException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads files of measurements. Lines that are no rows (device facts, notes, outcomes) are passed over. */
public final class MeasuredRows {
    private static final int COLUMNS = 10;

    private MeasuredRows() {}

    /**
     * Reads all rows.
     *
     * @param file name of the source, for messages
     * @throws WorkloadException if a line has the shape of a row but a column is no number
     */
    public static List<MeasuredRow> read(String file, BufferedReader reader) throws IOException {
        List<MeasuredRow> rows = new ArrayList<>();
        int number = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            number++;
            String[] columns = line.strip().split(",", -1);
            if (columns.length == COLUMNS && !line.startsWith("#")) {
                rows.add(row(file, number, columns));
            }
        }
        return rows;
    }

    private static MeasuredRow row(String file, int line, String[] columns) {
        return new MeasuredRow(
                file,
                line,
                columns[0],
                columns[1],
                columns[2],
                number(file, line, columns, 3, "parameter value"),
                columns[4],
                columns[5],
                number(file, line, columns, 6, "min"),
                number(file, line, columns, 7, "median"),
                number(file, line, columns, 8, "max"),
                (int) number(file, line, columns, 9, "runs"));
    }

    private static double number(String file, int line, String[] columns, int index, String what) {
        try {
            return Double.parseDouble(columns[index]);
        } catch (NumberFormatException e) {
            throw new WorkloadException(file + ":" + line + ": column " + (index + 1) + " (" + what + ") is '"
                    + columns[index] + "', expected a number");
        }
    }
}
