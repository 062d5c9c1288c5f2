package io.cdpsim.experiments.sweep.row;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.cdpsim.experiments.sweep.row.SweepRow.PointNumber;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rows as JSON, one object per line. */
public final class JsonRows {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonRows() {}

    static String write(List<SweepRow> rows) {
        StringBuilder text = new StringBuilder();
        rows.forEach(each -> text.append(line(each)).append('\n'));
        return text.toString();
    }

    /** A row as one line, without an end of line. */
    public static String line(SweepRow row) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<String, TableCell> each : row.cells().entrySet()) {
                json.writeFieldName(each.getKey());
                String value = each.getValue().text();
                switch (each.getValue().kind()) {
                    case NUMBER -> json.writeNumber(value);
                    case TRUTH -> json.writeBoolean(Boolean.parseBoolean(value));
                    case TEXT -> json.writeString(value);
                }
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static ResultTable read(String file, String text) {
        List<SweepRow> rows = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            SweepRow row = parse(file, i + 1, lines.get(i));
            columns.addAll(row.cells().keySet());
            rows.add(row);
        }
        return new ResultTable(List.copyOf(columns), rows);
    }

    /**
     * Parses a line of {@link #line}.
     *
     * @param file the name of its file, for messages
     * @param number the line number, from 1
     * @throws InvalidInputException if it is not a row
     */
    public static SweepRow parse(String file, int number, String line) {
        try (JsonParser json = JSON.createParser(line)) {
            expect(json.nextToken() == JsonToken.START_OBJECT, file, number);
            Map<String, TableCell> cells = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                cells.put(name, cell(json, file, number));
            }
            expect(json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null, file, number);
            return PointNumber.row(file, number, cells);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(file + ": row " + number + " is not valid JSON: "
                    + String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("unreadable"));
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static TableCell cell(JsonParser json, String file, int number) throws IOException {
        JsonToken token = json.currentToken();
        expect(token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL, file, number);
        TableCell.Kind kind = token == null || token == JsonToken.VALUE_STRING
                ? TableCell.Kind.TEXT
                : token.isNumeric() ? TableCell.Kind.NUMBER : TableCell.Kind.TRUTH;
        return new TableCell(kind, json.getText());
    }

    private static void expect(boolean holds, String file, int number) {
        if (!holds) {
            throw new InvalidInputException(
                    file + ": row " + number + " is none of a sweep, expected an object of numbers and words a line");
        }
    }
}
