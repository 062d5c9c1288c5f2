package io.cdpsim.experiments.sweep.row;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.cdpsim.experiments.sweep.row.SweepRow.PointNumber;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables as CSV. */
final class CsvRows {
    private CsvRows() {}

    static String write(ResultTable table) throws IOException {
        CsvSchema.Builder schema = CsvSchema.builder();
        table.columns().forEach(schema::addColumn);
        StringWriter text = new StringWriter();
        CsvFactory factory = new CsvFactory();
        // Quotes only where necessary
        factory.enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING);
        try (CsvGenerator csv = factory.createGenerator(text)) {
            csv.setSchema(schema.build().withHeader());
            for (SweepRow row : table.rows()) {
                csv.writeStartArray();
                for (String column : table.columns()) {
                    csv.writeString(row.text(column).orElse(""));
                }
                csv.writeEndArray();
            }
        }
        return text.toString();
    }

    static ResultTable read(String file, String text) {
        List<List<String>> lines = lines(file, text);
        if (lines.isEmpty() || !lines.get(0).contains(SweepColumns.POINT)) {
            throw new InvalidInputException(
                    file + ": found no column '" + SweepColumns.POINT + "', expected the table of a sweep");
        }
        List<String> columns = lines.get(0);
        if (columns.stream().distinct().count() != columns.size()) {
            throw new InvalidInputException(file + ": found two columns of one name, expected the table of a sweep");
        }
        List<SweepRow> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            List<String> line = lines.get(i);
            if (line.size() != columns.size()) {
                throw new InvalidInputException(file + ": row " + i + " has " + line.size() + " cells, expected "
                        + columns.size() + "; was the file cut off?");
            }
            Map<String, TableCell> cells = new LinkedHashMap<>();
            for (int c = 0; c < columns.size(); c++) {
                if (!line.get(c).isEmpty()) {
                    cells.put(columns.get(c), TableCell.written(line.get(c)));
                }
            }
            rows.add(PointNumber.row(file, i, cells));
        }
        return new ResultTable(columns, rows);
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
