package io.cdpsim.experiments.sweep.row;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
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

/** Rows as JSON, an object a line. */
public final class JsonRows {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonRows() {}

    static String write(List<Row> rows) {
        StringBuilder text = new StringBuilder();
        rows.forEach(each -> text.append(line(each)).append('\n'));
        return text.toString();
    }

    /** A row as one line, without an end of line. */
    public static String line(Row row) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<String, Cell> each : row.cells().entrySet()) {
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

    static Table read(String file, String text) {
        List<Row> rows = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Row row = parse(file, i + 1, lines.get(i));
            columns.addAll(row.cells().keySet());
            rows.add(row);
        }
        return new Table(List.copyOf(columns), rows);
    }

    /**
     * The row of a line that {@link #line} made.
     *
     * @param file where it stands, for messages
     * @param number which line it is, from 1
     * @throws InvalidInputException if it is none
     */
    public static Row parse(String file, int number, String line) {
        try (JsonParser json = JSON.createParser(line)) {
            expect(json.nextToken() == JsonToken.START_OBJECT, file, number);
            Map<String, Cell> cells = new LinkedHashMap<>();
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

    private static Cell cell(JsonParser json, String file, int number) throws IOException {
        JsonToken token = json.currentToken();
        expect(token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL, file, number);
        Cell.Kind kind = token == null || token == JsonToken.VALUE_STRING
                ? Cell.Kind.TEXT
                : token.isNumeric() ? Cell.Kind.NUMBER : Cell.Kind.TRUTH;
        return new Cell(kind, json.getText());
    }

    private static void expect(boolean holds, String file, int number) {
        if (!holds) {
            throw new InvalidInputException(
                    file + ": row " + number + " is none of a sweep, expected an object of numbers and words a line");
        }
    }
}
