package io.cdpsim.cli.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Cells of CSV that no spreadsheet evaluates: a student's name or text may start like a formula. */
final class CsvText {
    private CsvText() {}

    /** A line of cells, with its end. */
    static String line(List<String> cells) {
        return cells.stream().map(CsvText::cell).collect(Collectors.joining(",", "", "\n"));
    }

    private static String cell(String text) {
        String line = text.replace('\n', ' ').replace('\r', ' ');
        String safe = line.matches("[=+\\-@\\t].*") ? "'" + line : line;
        return safe.matches("[^,\"]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }

    /** The cells of a line that {@link #line} wrote; a cell that it marked as text keeps the mark. */
    static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                boolean isDoubled = isQuoted && i + 1 < line.length() && line.charAt(i + 1) == '"';
                if (isDoubled) {
                    cell.append('"');
                    i++;
                } else {
                    isQuoted = !isQuoted;
                }
            } else if (c == ',' && !isQuoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
