package io.cdpsim.cli.output;

import java.util.ArrayList;
import java.util.List;

/** A table of plain text: columns aligned by spaces, no lines drawn, nothing cut off. */
public final class TextTable {
    private static final String GAP = "  ";

    /** How a column's cells stand in it. */
    public enum Align {
        /** Text. */
        LEFT,
        /** Figures. */
        RIGHT
    }

    private final List<Align> columns;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * Makes an empty table.
     *
     * @param columns the columns from left to right
     */
    public TextTable(Align... columns) {
        this.columns = List.of(columns);
    }

    /**
     * Adds a row below the others.
     *
     * @param cells a cell for each column
     * @throws IllegalArgumentException if there are more or fewer cells than columns
     */
    public TextTable row(String... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        List<String> row = new ArrayList<>();
        for (String cell : cells) {
            row.add(Printable.line(cell));
        }
        rows.add(row);
        return this;
    }

    /** The table, each row ended by a line feed, without spaces at the end of a row. */
    @Override
    public String toString() {
        int[] widths = new int[columns.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - length(row.get(i)));
                line.append(i == 0 ? "" : GAP);
                line.append(columns.get(i) == Align.RIGHT ? padding + row.get(i) : row.get(i) + padding);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
