package io.cdpsim.experiments.validation.row;

import io.cdpsim.experiments.validation.row.MeasuredOutcome.LaunchOutcome;
import io.cdpsim.workloads.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads files of measurements. Lines other than rows and outcomes (device facts, notes, answers to questions) are skipped. */
public final class MeasuredRows {
    /** The bench of published figures. */
    public static final String PUBLISHED = "published";

    private static final List<String> ROW =
            List.of("bench", "variant", "parameter", "value", "metric", "unit", "min", "median", "max", "runs");
    private static final List<String> FIGURE = List.of("board", "metric", "case", "value", "unit", "source");
    private static final List<String> OUTCOME =
            List.of("outcome", "EXPERIMENT", "SIZE", "ran=N", "failed=N", "last_error=NAME", "deepest=N");

    /** First words of lines that may have as many columns as a row. */
    private static final Set<String> NO_BENCH =
            Set.of("device", "limit", "limit_set", "rule", "litmus", "q", "outcome", "graph", "note", "host", "line");

    private final List<MeasuredRow> rows;
    private final List<MeasuredOutcome> outcomes;
    private boolean published;

    private MeasuredRows(List<MeasuredRow> rows, List<MeasuredOutcome> outcomes) {
        this.rows = rows;
        this.outcomes = outcomes;
    }

    /**
     * Reads all rows.
     *
     * @param file name of the source, for messages
     * @throws InvalidInputException if a row has a wrong number of columns, or an invalid value
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
     * @param rows receives the rows
     * @param outcomes receives the outcomes
     * @throws InvalidInputException as {@link #read(String, BufferedReader)}
     */
    public static void read(String file, BufferedReader reader, List<MeasuredRow> rows, List<MeasuredOutcome> outcomes)
            throws IOException {
        CsvLines.read(file, reader, new MeasuredRows(rows, outcomes)::add);
    }

    private void add(CsvLine line) {
        if (line.columns().equals(FIGURE)) {
            published = true;
        } else if (published) {
            rows.add(figure(line));
        } else if (line.text(0).equals("outcome")) {
            outcomes.add(outcome(line));
        } else if (line.columns().size() == ROW.size() && !NO_BENCH.contains(line.text(0))) {
            rows.add(row(line));
        } else if (MeasurementFormat.isBench(line.text(0))) {
            throw line.error("a row has " + line.columns().size() + " columns, expected " + ROW.size() + ": "
                    + String.join(",", ROW));
        }
    }

    /** A line of a file of published figures. Its source may contain commas. */
    private static MeasuredRow figure(CsvLine line) {
        if (line.columns().size() < FIGURE.size()) {
            throw line.error("a figure has " + line.columns().size() + " columns, expected " + FIGURE.size() + ": "
                    + String.join(",", FIGURE));
        }
        double value = notNegative(line, line.figure(3, "value"), 3, "value");
        PublishedUnits.of(line.text(1)).ifPresent(unit -> requireUnit(line, 4, unit, line.text(1)));
        return new MeasuredRow(
                line.file(),
                line.number(),
                PUBLISHED,
                line.text(1),
                line.text(2),
                0,
                line.text(0),
                line.text(4),
                value,
                value,
                value,
                1);
    }

    private static MeasuredOutcome outcome(CsvLine line) {
        if (line.columns().size() != OUTCOME.size()) {
            throw line.error("an outcome has " + line.columns().size() + " columns, expected " + OUTCOME.size() + ": "
                    + String.join(",", OUTCOME));
        }
        if (!line.text(5).startsWith("last_error=")) {
            throw line.wrong(5, "last error", OUTCOME.get(5));
        }
        LaunchOutcome counted = new LaunchOutcome(
                counted(line, 3, "ran", Long.MAX_VALUE), counted(line, 4, "failed", Long.MAX_VALUE), (int)
                        counted(line, 6, "deepest", Integer.MAX_VALUE));
        int size = (int) line.count(2, "size", 0, Integer.MAX_VALUE);
        return new MeasuredOutcome(line.file(), line.number(), line.text(1), size, counted);
    }

    /** The count in a column such as {@code ran=7}. */
    private static long counted(CsvLine line, int index, String key, long most) {
        String text = line.text(index);
        if (text.matches(key + "=\\d{1,19}")) {
            BigInteger count = new BigInteger(text.substring(key.length() + 1));
            if (count.compareTo(BigInteger.valueOf(most)) <= 0) {
                return count.longValueExact();
            }
        }
        throw line.wrong(index, key, key + "= and a whole number from 0 to " + most);
    }

    private static MeasuredRow row(CsvLine line) {
        Optional<MeasurementFormat> format = MeasurementFormat.of(line.text(0), line.text(2), line.text(4));
        double min = line.figure(6, "min");
        double median = line.figure(7, "median");
        double max = line.figure(8, "max");
        if (format.isEmpty() || !format.get().isDifference()) {
            notNegative(line, min, 6, "min");
            notNegative(line, median, 7, "median");
            notNegative(line, max, 8, "max");
        }
        if (format.isPresent() && format.get().isCount()) {
            line.count(6, "min", 0, Long.MAX_VALUE);
            line.count(7, "median", 0, Long.MAX_VALUE);
            line.count(8, "max", 0, Long.MAX_VALUE);
        }
        if (min > median) {
            throw line.wrong(6, "min", "at most the median, " + line.text(7));
        }
        if (median > max) {
            throw line.wrong(8, "max", "at least the median, " + line.text(7));
        }
        return new MeasuredRow(
                line.file(),
                line.number(),
                line.text(0),
                line.text(1),
                line.text(2),
                value(line, format),
                line.text(4),
                line.text(5),
                min,
                median,
                max,
                (int) line.count(9, "runs", 1, Integer.MAX_VALUE));
    }

    private static double value(CsvLine line, Optional<MeasurementFormat> format) {
        if (format.isEmpty()) {
            return line.figure(3, "parameter value");
        }
        MeasurementFormat known = format.get();
        requireUnit(line, 5, known.unit(), known.metric() + " of " + known.bench());
        return line.count(3, "parameter value", known.least(), known.most());
    }

    private static void requireUnit(CsvLine line, int index, String unit, String what) {
        if (!line.text(index).equals(unit)) {
            throw line.wrong(
                    index, "unit", unit + ", in which " + what + " is simulated: convert the figures to this unit");
        }
    }

    private static double notNegative(CsvLine line, double value, int index, String name) {
        if (value < 0) {
            throw line.wrong(index, name, "0 or more");
        }
        return value;
    }
}
