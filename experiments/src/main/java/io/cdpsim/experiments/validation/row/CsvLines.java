package io.cdpsim.experiments.validation.row;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.cdpsim.workloads.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads the lines of a CSV file one by one; it skips empty lines and comments, which start with {@code #}. */
final class CsvLines {
    private static final int BYTE_ORDER_MARK = '\uFEFF';

    private CsvLines() {}

    /**
     * Passes every line to a consumer.
     *
     * @param file name of the source, for messages
     * @throws InvalidInputException if a quoted column is not closed
     */
    static void read(String file, BufferedReader reader, Consumer<CsvLine> each) throws IOException {
        skipByteOrderMark(reader);
        CsvFactory factory = new CsvFactory();
        factory.enable(CsvParser.Feature.TRIM_SPACES);
        factory.enable(CsvParser.Feature.SKIP_EMPTY_LINES);
        factory.enable(CsvParser.Feature.ALLOW_COMMENTS);
        try (CsvParser parser = factory.createParser(reader)) {
            List<String> columns = new ArrayList<>();
            int line = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                switch (token) {
                    case START_ARRAY -> {
                        columns.clear();
                        line = parser.currentLocation().getLineNr();
                    }
                    case VALUE_STRING -> columns.add(parser.getText());
                    case END_ARRAY -> each.accept(new CsvLine(file, line, columns));
                    default -> throw new IllegalStateException("a " + token + " in CSV");
                }
            }
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new InvalidInputException(file + ":" + line + ": is not CSV: " + e.getOriginalMessage()
                    + "; a column that starts with a quotation mark must end with one");
        }
    }

    private static void skipByteOrderMark(BufferedReader reader) throws IOException {
        reader.mark(1);
        if (reader.read() != BYTE_ORDER_MARK) {
            reader.reset();
        }
    }
}
