package io.cdpsim.experiments.sweep.row;

import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;

/** The format of a table file, by the extension of its name. */
public enum TableFormat {
    /** CSV: a line of names, then one line per row. */
    CSV(".csv"),
    /** JSON Lines: one object per line, without empty columns. */
    JSON_LINES(".jsonl");

    private final String ending;

    TableFormat(String ending) {
        this.ending = ending;
    }

    /**
     * The format of a file.
     *
     * @throws InvalidInputException if its name has another extension
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
     * Parses the output of {@link #write}.
     *
     * @param file its name, for messages
     * @throws InvalidInputException if it is not a table
     */
    public ResultTable read(String file, String text) {
        return this == CSV ? CsvRows.read(file, text) : JsonRows.read(file, text);
    }
}
