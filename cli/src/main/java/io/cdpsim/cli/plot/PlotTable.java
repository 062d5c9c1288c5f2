package io.cdpsim.cli.plot;

import io.cdpsim.cli.figure.AxisLabel;
import io.cdpsim.cli.figure.AxisNumbers;
import io.cdpsim.cli.figure.DataValue;
import io.cdpsim.experiments.sweep.row.CsvTable;
import io.cdpsim.experiments.sweep.row.SweepColumns;
import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The rows of a table that a figure shows. */
final class PlotTable {
    /** Columns of a sweep's table before this one are what it varies. */
    private static final String END_OF_AXES = SweepColumns.SEED;

    private final String file;
    private final CsvTable table;
    private final List<List<String>> rows;
    private int failed;

    private PlotTable(String file, CsvTable table, List<List<String>> rows) {
        this.file = file;
        this.table = table;
        this.rows = rows;
    }

    /**
     * Reads a table.
     *
     * @param only values of columns that rows must have, each {@code COL=VALUE}
     * @throws InvalidInputException if it has no rows, or none with these values
     */
    static PlotTable of(String file, String text, List<String> only) {
        CsvTable table = CsvTable.read(file, text);
        if (table.columns().isEmpty() || table.rows().isEmpty()) {
            throw new InvalidInputException(file + ": found "
                    + (table.columns().isEmpty() ? "an empty file" : "no row below the names of the columns")
                    + ", expected CSV with a line of names and rows");
        }
        PlotTable all = new PlotTable(file, table, table.rows());
        List<List<String>> rows = new ArrayList<>(table.rows());
        for (String each : only) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new InvalidInputException(
                        "--only: found '" + each + "', expected COL=VALUE, such as profile=h200");
            }
            int column = all.column("--only", each.substring(0, equals));
            String value = each.substring(equals + 1);
            Set<String> values =
                    rows.stream().map(row -> row.get(column)).collect(Collectors.toCollection(LinkedHashSet::new));
            rows.removeIf(row -> !row.get(column).equals(value));
            if (rows.isEmpty()) {
                throw new InvalidInputException("--only " + each + ": no row has it; the column has "
                        + values.stream().limit(8).collect(Collectors.joining(", ")));
            }
        }
        return new PlotTable(file, table, rows);
    }

    /** The number of rows that {@link #values} left out since they hold an error instead of a value. */
    int failed() {
        return failed;
    }

    /** What the table was made from, as a sweep writes it: command, version, hashes. */
    String origin() {
        return List.of(SweepColumns.COMMAND, SweepColumns.VERSION, SweepColumns.INPUTS_HASH, SweepColumns.PROFILE_HASH)
                .stream()
                .filter(table.columns()::contains)
                .flatMap(column -> rows.stream()
                        .map(row -> row.get(table.columns().indexOf(column)))
                        .filter(each -> !each.isEmpty())
                        .findFirst()
                        .map(value -> column.replace('_', ' ') + ": " + value)
                        .stream())
                .collect(Collectors.joining("; "));
    }

    private int column(String option, String name) {
        int index = table.columns().indexOf(name);
        if (index < 0) {
            throw new InvalidInputException(option + ": " + file + " has no column '" + name + "'"
                    + SimilarName.of(name, table.columns())
                            .map(each -> "; did you mean '" + each + "'?")
                            .orElse("; it has " + String.join(", ", table.columns())));
        }
        return index;
    }

    /**
     * The values of a figure: of rows with the same place and series, the median and the range.
     *
     * @param by the columns that make the series; may be empty
     * @throws InvalidInputException if a column is missing, a value is no number, or rows of one place and series differ in what the sweep varied
     */
    List<DataValue> values(String x, String y, List<String> by) {
        int xIndex = column("--x", x);
        int yIndex = column("--y", y);
        List<Integer> byIndexes = by.stream().map(each -> column("--by", each)).toList();
        Optional<ErrorColumns> error = ErrorColumns.of(table, y);
        Map<List<String>, List<List<String>>> groups = new LinkedHashMap<>();
        failed = 0;
        for (List<String> row : rows) {
            if (isFailed(row, yIndex)) {
                failed++;
                continue;
            }
            number(row, yIndex);
            String series = byIndexes.stream().map(each -> label(each, row)).collect(Collectors.joining(", "));
            groups.computeIfAbsent(List.of(series, row.get(xIndex)), key -> new ArrayList<>())
                    .add(row);
        }
        if (groups.isEmpty()) {
            throw new InvalidInputException(file + ": every row has an empty '" + y + "' or an error; nothing to draw");
        }
        List<DataValue> values = new ArrayList<>();
        groups.forEach((key, all) -> {
            refuseMixture(key, all, x, by);
            values.add(value(key, all, yIndex, error));
        });
        return values;
    }

    /** A name speaks for itself; a number needs that of its column. */
    private String label(int column, List<String> row) {
        String text = row.get(column);
        return AxisNumbers.of(List.of(text)).isPresent()
                ? AxisLabel.words(table.columns().get(column)) + " " + text
                : text;
    }

    private boolean isFailed(List<String> row, int yIndex) {
        int error = table.columns().indexOf(SweepColumns.ERROR);
        return row.get(yIndex).isEmpty()
                || (table.columns().contains(SweepColumns.POINT)
                        && error >= 0
                        && !row.get(error).isEmpty());
    }

    /** A median over another parameter of the sweep would look like a measurement with an error. */
    private void refuseMixture(List<String> key, List<List<String>> all, String x, List<String> by) {
        int end = table.columns().indexOf(END_OF_AXES);
        if (!table.columns().get(0).equals(SweepColumns.POINT) || all.size() < 2) {
            return;
        }
        for (int i = 1; i < end; i++) {
            int column = i;
            String name = table.columns().get(i);
            List<String> values =
                    all.stream().map(row -> row.get(column)).distinct().toList();
            if (values.size() > 1) {
                String more = by.isEmpty() ? name : String.join(",", by) + "," + name;
                throw new InvalidInputException(file + ": rows with " + x + " " + key.get(1) + " differ in '" + name
                        + "'; give --by " + more + ", or --only " + name + "=" + values.get(0));
            }
        }
    }

    private DataValue value(List<String> key, List<List<String>> all, int yIndex, Optional<ErrorColumns> error) {
        double[] sorted =
                all.stream().mapToDouble(row -> number(row, yIndex)).sorted().toArray();
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        double low = sorted[0];
        double high = sorted[sorted.length - 1];
        if (error.isPresent()) {
            int first = table.columns().indexOf(error.get().first());
            int second = table.columns().indexOf(error.get().second());
            for (List<String> row : all) {
                double y = number(row, yIndex);
                boolean isDistance = error.get().kind() == ErrorColumns.Kind.DISTANCE;
                double below = row.get(first).isEmpty() ? 0 : number(row, first);
                double above = row.get(second).isEmpty() ? 0 : number(row, second);
                low = Math.min(low, row.get(first).isEmpty() ? y : isDistance ? y - below : below);
                high = Math.max(high, row.get(second).isEmpty() ? y : isDistance ? y + above : above);
            }
        }
        return new DataValue(key.get(0), key.get(1), median, Math.min(low, median), Math.max(high, median));
    }

    private double number(List<String> row, int column) {
        String text = row.get(column).strip();
        Optional<AxisNumbers> number = AxisNumbers.of(List.of(text));
        if (number.isEmpty() || !number.get().unit().isEmpty()) {
            throw new InvalidInputException(file + ": row " + (table.rows().indexOf(row) + 1) + ": column '"
                    + table.columns().get(column) + "' has '" + text + "', expected a number" + numeric());
        }
        return number.get().values().get(0);
    }

    /** The columns with numbers in all rows. */
    private String numeric() {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            int column = i;
            List<String> texts = table.rows().stream()
                    .map(row -> row.get(column))
                    .filter(each -> !each.isEmpty())
                    .toList();
            if (AxisNumbers.of(texts).filter(each -> each.unit().isEmpty()).isPresent()) {
                columns.add(table.columns().get(i));
            }
        }
        return columns.isEmpty() ? "" : "; columns of numbers: " + String.join(", ", columns);
    }

    /**
     * The least value of a list of numbers, for a logarithmic scale.
     *
     * @throws InvalidInputException if a value is zero or less
     */
    static void requirePositive(String option, String column, double... values) {
        double least = Arrays.stream(values).min().orElse(1);
        if (least <= 0) {
            throw new InvalidInputException(option + ": column '" + column + "' has " + least
                    + ", which has no logarithm; leave out the option, or select rows with --only");
        }
    }
}
