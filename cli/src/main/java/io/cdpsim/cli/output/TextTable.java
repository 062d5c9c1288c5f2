package io.cdpsim.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of plain text with columns aligned by spaces and without truncation. */
public final class TextTable {
    private static final String GAP = "  ";

    /** The alignment of a column. */
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

    /** An empty table of columns of text, then columns of figures. */
    public static TextTable textThenFigures(int texts, int figures) {
        Align[] columns = new Align[texts + figures];
        Arrays.fill(columns, 0, texts, Align.LEFT);
        Arrays.fill(columns, texts, columns.length, Align.RIGHT);
        return new TextTable(columns);
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
            row.add(PrintableText.line(cell));
        }
        rows.add(row);
        return this;
    }

    /**
     * A copy with lines of at most {@code width} characters: cells of the last two columns are wrapped, the second to last
     * column if it takes more than a fifth of the width. Lines break at spaces, and within words that are too long for their column.
     */
    public TextTable within(int width) {
        int last = columns.size() - 1;
        int[] widths = widths();
        widths[last - 1] = Math.min(widths[last - 1], width / 5);
        int others = last * GAP.length();
        for (int i = 0; i < last; i++) {
            others += widths[i];
        }
        widths[last] = Math.max(1, width - others);
        TextTable narrow = new TextTable(columns.toArray(Align[]::new));
        for (List<String> row : rows) {
            List<List<String>> cells = new ArrayList<>();
            for (int i = 0; i <= last; i++) {
                cells.add(i < last - 1 ? List.of(row.get(i)) : wrapped(row.get(i), widths[i]));
            }
            int lines = cells.stream().mapToInt(List::size).max().orElse(1);
            for (int i = 0; i < lines; i++) {
                int line = i;
                narrow.row(cells.stream()
                        .map(cell -> line < cell.size() ? cell.get(line) : "")
                        .toArray(String[]::new));
            }
        }
        return narrow;
    }

    /** The lines of a wrapped text, which break at spaces and within words that are too long for the width. */
    public static List<String> wrapped(String cell, int width) {
        List<String> lines = new ArrayList<>();
        String left = cell;
        while (length(left) > width) {
            int end = left.offsetByCodePoints(0, width);
            int space = left.lastIndexOf(' ', end);
            int cut = space > 0 ? space : end;
            lines.add(left.substring(0, cut).stripTrailing());
            left = left.substring(cut).stripLeading();
        }
        lines.add(left);
        return lines;
    }

    /** The table, each row ended by a line feed, without spaces at the end of a row. */
    @Override
    public String toString() {
        int[] widths = widths();
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

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        return widths;
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
