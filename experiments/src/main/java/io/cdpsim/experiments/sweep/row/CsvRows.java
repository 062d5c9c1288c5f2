package io.cdpsim.experiments.sweep.row;

import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
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
        CsvTable table = CsvTable.read(file, text);
        List<String> columns = table.columns();
        if (!columns.contains(SweepColumns.POINT)) {
            throw new InvalidInputException(
                    file + ": found no column '" + SweepColumns.POINT + "', expected the table of a sweep");
        }
        List<SweepRow> rows = new ArrayList<>();
        for (List<String> line : table.rows()) {
            Map<String, TableCell> cells = new LinkedHashMap<>();
            for (int c = 0; c < columns.size(); c++) {
                if (!line.get(c).isEmpty()) {
                    cells.put(columns.get(c), TableCell.written(line.get(c)));
                }
            }
            rows.add(PointNumber.row(file, rows.size() + 1, cells));
        }
        return new ResultTable(columns, rows);
    }
}
