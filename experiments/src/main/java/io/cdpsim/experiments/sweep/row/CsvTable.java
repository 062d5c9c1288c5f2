package io.cdpsim.experiments.sweep.row;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of any program, in CSV with a line of names.
 *
 * @param columns the names, all different
 * @param rows the cells of each row, as many as there are columns
 */
public record CsvTable(List<String> columns, List<List<String>> rows) {
    public CsvTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /**
     * Parses a table.
     *
     * @param file its name, for messages
     * @throws InvalidInputException if it is no CSV, two columns have one name, or a row has another number of cells than the line of names; the table of
     *     an empty text has no columns
     */
    public static CsvTable read(String file, String text) {
        List<List<String>> lines = lines(file, text);
        if (lines.isEmpty()) {
            return new CsvTable(List.of(), List.of());
        }
        List<String> columns = lines.get(0);
        if (columns.stream().distinct().count() != columns.size()) {
            throw new InvalidInputException(file + ": found two columns of one name, expected different names");
        }
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).size() != columns.size()) {
                throw new InvalidInputException(file + ": row " + i + " has "
                        + lines.get(i).size() + " cells, expected " + columns.size() + "; was the file cut off?");
            }
        }
        return new CsvTable(columns, lines.subList(1, lines.size()));
    }

    private static List<List<String>> lines(String file, String text) {
        List<List<String>> lines = new ArrayList<>();
        try (CsvParser csv = new CsvFactory().createParser(text)) {
            csv.enable(CsvParser.Feature.WRAP_AS_ARRAY);
            if (csv.nextToken() != JsonToken.START_ARRAY) {
                return lines;
            }
            while (csv.nextToken() == JsonToken.START_ARRAY) {
                List<String> line = new ArrayList<>();
                while (csv.nextToken() != JsonToken.END_ARRAY) {
                    line.add(csv.getText());
                }
                lines.add(line);
            }
            return lines;
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(file + ": not valid CSV after row " + lines.size() + ": "
                    + String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("unreadable"));
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read: " + e.getMessage());
        }
    }
}
