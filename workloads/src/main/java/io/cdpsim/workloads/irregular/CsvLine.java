package io.cdpsim.workloads.irregular;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Parts a line of CSV at its commas, and knows where each column stands. */
final class CsvLine {
    private static final Pattern NAME = Pattern.compile("[\\p{L}_].*");

    private final String line;
    private int position;

    private CsvLine(String line) {
        this.line = line;
    }

    /**
     * A column of a line.
     *
     * @param at the character of the line that it begins with, from 1
     * @param text what it holds, without blanks around it and without quotation marks
     */
    record Field(int at, String text) {
        /** Whether it can be the name of a column. */
        boolean isName() {
            return NAME.matcher(text).matches();
        }
    }

    /** The columns of a line; none if it is empty but for blanks and a comment. */
    static List<Field> of(String line) {
        CsvLine reader = new CsvLine(line);
        List<Field> fields = new ArrayList<>();
        do {
            fields.add(reader.next());
        } while (reader.hasMore());
        return fields.size() == 1 && fields.get(0).text().isEmpty() ? List.of() : fields;
    }

    private boolean hasMore() {
        if (position < line.length() && line.charAt(position) == ',') {
            position++;
            return true;
        }
        return false;
    }

    private Field next() {
        while (position < line.length() && isBlank(line.charAt(position))) {
            position++;
        }
        int begin = position;
        boolean quoted = position < line.length() && line.charAt(position) == '"';
        int close = quoted ? line.indexOf('"', begin + 1) : -1;
        if (close > 0) {
            position = close + 1;
        }
        while (position < line.length() && line.charAt(position) != ',' && line.charAt(position) != '#') {
            position++;
        }
        int end = position;
        while (end > begin && isBlank(line.charAt(end - 1))) {
            end--;
        }
        boolean whole = close > 0 && end == close + 1;
        return new Field(begin + 1, whole ? line.substring(begin + 1, close).strip() : line.substring(begin, end));
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
