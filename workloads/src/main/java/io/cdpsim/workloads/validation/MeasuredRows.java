package io.cdpsim.workloads.validation;

import io.cdpsim.workloads.WorkloadException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads files of measurements. Lines that are neither rows nor outcomes (device facts, notes, answers to questions) are passed over. */
public final class MeasuredRows {
    /** The bench of published figures. */
    static final String PUBLISHED = "published";

    private static final int COLUMNS = 10;
    private static final String PUBLISHED_HEADER = "board,metric,case,value,unit,source";
    private static final int PUBLISHED_COLUMNS = 6;
    private static final Pattern OUTCOME =
            Pattern.compile("outcome,([^,]+),(\\d+),ran=(\\d+),failed=(\\d+),last_error=[^,]*,deepest=(\\d+)");

    /** First words of lines that may have as many columns as a row has. */
    private static final Set<String> NO_BENCH =
            Set.of("device", "limit", "limit_set", "rule", "litmus", "q", "outcome", "graph", "note", "host", "line");

    /** First words of rows: such a line with another number of columns is an error. */
    private static final Set<String> BENCHES = Set.of(
            "api",
            "atomics",
            "bfs",
            "block_dispatch",
            "chain",
            "child_size",
            "completion",
            "concurrent",
            "copy",
            "deep",
            "fill",
            "flood",
            "host_launch",
            "issue",
            "latency",
            "memory",
            "nbody",
            "pending",
            "per_warp",
            "persistent",
            "relay",
            "sequential",
            "throughput",
            "tree");

    private MeasuredRows() {}

    /**
     * Reads all rows.
     *
     * @param file name of the source, for messages
     * @throws WorkloadException if a row has a column too many or too few, or one that is no number
     */
    public static List<MeasuredRow> read(String file, BufferedReader reader) throws IOException {
        List<MeasuredRow> rows = new ArrayList<>();
        read(file, reader, rows, new ArrayList<>());
        return rows;
    }

    /**
     * Reads all rows and outcomes.
     *
     * @param file name of the source, for messages
     * @param rows where rows are added
     * @param outcomes where outcomes are added
     * @throws WorkloadException as {@link #read(String, BufferedReader)}
     */
    static void read(String file, BufferedReader reader, List<MeasuredRow> rows, List<MeasuredOutcome> outcomes)
            throws IOException {
        int number = 0;
        boolean published = false;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            number++;
            published |= line.strip().equals(PUBLISHED_HEADER);
            if (published) {
                readPublished(file, number, line.strip(), rows);
                continue;
            }
            String[] columns = line.strip().split(",", -1);
            Matcher outcome = OUTCOME.matcher(line.strip());
            if (outcome.matches()) {
                outcomes.add(outcome(file, number, outcome));
            } else if (columns.length == COLUMNS && !line.startsWith("#") && !NO_BENCH.contains(columns[0])) {
                rows.add(row(file, number, columns));
            } else if (BENCHES.contains(columns[0])) {
                throw new WorkloadException(file + ":" + number + ": a row has " + columns.length
                        + " columns, expected " + COLUMNS + ": bench,variant,parameter,value,metric,unit,min,median,"
                        + "max,runs");
            }
        }
    }

    /** A line of a file of published figures: board, what was measured, case, value, unit, source. */
    private static void readPublished(String file, int line, String text, List<MeasuredRow> rows) {
        if (text.isEmpty() || text.equals(PUBLISHED_HEADER)) {
            return;
        }
        String[] columns = text.split(",", PUBLISHED_COLUMNS);
        if (columns.length < PUBLISHED_COLUMNS) {
            throw new WorkloadException(file + ":" + line + ": a figure has " + columns.length + " columns, expected "
                    + PUBLISHED_COLUMNS + ": " + PUBLISHED_HEADER);
        }
        double value = number(file, line, columns, 3, "value");
        rows.add(new MeasuredRow(
                file, line, PUBLISHED, columns[1], columns[2], 0, columns[0], columns[4], value, value, value, 1));
    }

    private static MeasuredOutcome outcome(String file, int line, Matcher m) {
        try {
            LaunchOutcome counted = new LaunchOutcome(
                    Long.parseLong(m.group(3)), Long.parseLong(m.group(4)), Integer.parseInt(m.group(5)));
            return new MeasuredOutcome(file, line, m.group(1), Integer.parseInt(m.group(2)), counted);
        } catch (NumberFormatException e) {
            throw new WorkloadException(file + ":" + line + ": a number of the outcome is too large");
        }
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
            double value = Double.parseDouble(columns[index]);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, as a value that is not finite is.
        }
        throw new WorkloadException(file + ":" + line + ": column " + (index + 1) + " (" + what + ") is '"
                + columns[index] + "', expected a number");
    }
}
