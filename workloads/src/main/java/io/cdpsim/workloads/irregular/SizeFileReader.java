package io.cdpsim.workloads.irregular;

import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads a file of sizes: one whole number per line, or one column of a CSV file. It skips empty lines and text after {@code #}. The first line may
 * contain the names of the columns.
 */
final class SizeFileReader {
    private final Path path;
    private final Optional<String> column;
    private int[] sizes = new int[1024];
    private int count;
    private long total;
    private int columns;
    private int chosen = -1;

    private SizeFileReader(Path path, Optional<String> column) {
        this.path = path;
        this.column = column;
    }

    /** The last part of its path. */
    static String displayName(Path path) {
        Path name = path.getFileName();
        return name == null ? path.toString() : name.toString();
    }

    /**
     * Reads a file.
     *
     * @param column name of the column in the first line, or its number from 1; optional for a file of one column
     * @throws InvalidInputException if the file is missing, cannot be read or has other content: with file, line and character
     */
    static ItemSizes read(Path path, Optional<String> column) {
        if (Files.isDirectory(path)) {
            throw new InvalidInputException(path + ": is a directory, expected a file of sizes");
        }
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8))) {
            SizeFileReader sizes = new SizeFileReader(path, column);
            int line = 0;
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                line++;
                sizes.line(line, CsvLine.of(line == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text));
            }
            return sizes.finish(line);
        } catch (IOException e) {
            throw new InvalidInputException(path + ": cannot be read: " + FileErrors.reason(e));
        }
    }

    private void line(int number, List<CsvLine.Field> fields) {
        if (fields.isEmpty()) {
            return;
        }
        if (chosen < 0) {
            columns = fields.size();
            boolean names = fields.stream().allMatch(CsvLine.Field::isName);
            chosen = choose(number, fields, names);
            if (names) {
                return;
            }
        }
        if (fields.size() != columns) {
            CsvLine.Field last = fields.get(fields.size() - 1);
            throw error(
                    number, last, "found " + fields.size() + " columns, expected " + columns + " as in the first line");
        }
        add(number, fields.get(chosen));
    }

    private int choose(int line, List<CsvLine.Field> fields, boolean names) {
        if (column.isEmpty()) {
            if (fields.size() > 1) {
                throw error(
                        line,
                        fields.get(1),
                        "found " + fields.size() + " columns, expected one; say which with --column, by its "
                                + (names ? "name or its " : "") + "number from 1");
            }
            return 0;
        }
        String wanted = column.get();
        List<String> known = fields.stream().map(CsvLine.Field::text).toList();
        if (names && known.contains(wanted)) {
            return known.indexOf(wanted);
        }
        if (wanted.matches("[0-9]{1,9}")) {
            int place = Integer.parseInt(wanted);
            if (place >= 1 && place <= fields.size()) {
                return place - 1;
            }
        }
        String fix = names
                ? SimilarName.of(wanted, known)
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse(", expected one of " + String.join(", ", known) + ", or a number from 1 to "
                                + known.size())
                : ", expected a number from 1 to " + known.size() + ": the columns have no names";
        throw error(line, fields.get(0), "there is no column '" + wanted + "'" + fix);
    }

    private void add(int line, CsvLine.Field field) {
        String text = field.text();
        if (!text.matches("[0-9]{1,10}") || Long.parseLong(text) > ItemSizes.MOST_ITEMS) {
            throw error(line, field, "found '" + text + "', expected a whole number from 0 to " + ItemSizes.MOST_ITEMS);
        }
        total += Long.parseLong(text);
        if (total > ItemSizes.MOST_ITEMS) {
            throw error(
                    line,
                    field,
                    "the sizes up to here are " + total + " items, expected at most " + ItemSizes.MOST_ITEMS
                            + " in all");
        }
        if (count == sizes.length) {
            sizes = Arrays.copyOf(sizes, 2 * count);
        }
        sizes[count++] = Integer.parseInt(text);
    }

    private ItemSizes finish(int lines) {
        if (count == 0) {
            throw new InvalidInputException(
                    path + ":" + Math.max(1, lines) + ":1: found the end of the file, expected sizes");
        }
        return ItemSizes.of(displayName(path), count, i -> sizes[i]);
    }

    private InvalidInputException error(int line, CsvLine.Field field, String message) {
        return new InvalidInputException(path + ":" + line + ":" + field.at() + ": " + message);
    }

    /** Splits a line of CSV at its commas, with the position of each column. */
    static final class CsvLine {
        private static final Pattern NAME = Pattern.compile("[\\p{L}_].*");

        private final String line;
        private int position;

        private CsvLine(String line) {
            this.line = line;
        }

        /**
         * A column of a line.
         *
         * @param at the position of its first character in the line, from 1
         * @param text its content, without surrounding blanks or quotation marks
         */
        record Field(int at, String text) {
            /** Whether it can be the name of a column. */
            boolean isName() {
                return NAME.matcher(text).matches();
            }
        }

        /** The columns of a line; none if it contains only blanks and a comment. */
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
            int start = position;
            boolean quoted = position < line.length() && line.charAt(position) == '"';
            int close = quoted ? line.indexOf('"', start + 1) : -1;
            if (close > 0) {
                position = close + 1;
            }
            while (position < line.length() && line.charAt(position) != ',' && line.charAt(position) != '#') {
                position++;
            }
            int end = position;
            while (end > start && isBlank(line.charAt(end - 1))) {
                end--;
            }
            boolean whole = close > 0 && end == close + 1;
            return new Field(start + 1, whole ? line.substring(start + 1, close).strip() : line.substring(start, end));
        }

        private static boolean isBlank(char c) {
            return c == ' ' || c == '\t';
        }
    }
}
