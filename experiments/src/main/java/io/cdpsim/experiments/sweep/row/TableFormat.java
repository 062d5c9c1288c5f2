package io.cdpsim.experiments.sweep.row;

import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;

/** How a table is written to a file, by the ending of its name. */
public enum TableFormat {
    /** A line of names, then a line a row. */
    CSV(".csv"),
    /** An object a line; a column without a value is left out of it. */
    JSON_LINES(".jsonl");

    private final String ending;

    TableFormat(String ending) {
        this.ending = ending;
    }

    /**
     * The format of a file.
     *
     * @throws InvalidInputException if its name ends in neither ending
     */
    public static TableFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (TableFormat each : values()) {
            if (name.endsWith(each.ending)) {
                return each;
            }
        }
        throw new InvalidInputException("found the file '" + file + "', expected one that ends in .csv or .jsonl");
    }

    /** The text of a table. */
    public String write(ResultTable table) {
        try {
            return this == CSV ? CsvRows.write(table) : JsonRows.write(table.rows());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The table of a text that {@link #write} made.
     *
     * @param file its name, for messages
     * @throws InvalidInputException if it is none
     */
    public ResultTable read(String file, String text) {
        return this == CSV ? CsvRows.read(file, text) : JsonRows.read(file, text);
    }
}
