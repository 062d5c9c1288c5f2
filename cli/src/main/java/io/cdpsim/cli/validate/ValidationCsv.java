package io.cdpsim.cli.validate;

import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.cdpsim.experiments.validation.ValidationResult;
import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Every row with its simulated value, as CSV. */
final class ValidationCsv {
    private static final CsvSchema COLUMNS = CsvSchema.builder()
            .addColumn("file")
            .addColumn("line")
            .addColumn("bench")
            .addColumn("variant")
            .addColumn("parameter")
            .addColumn("value")
            .addColumn("metric")
            .addColumn("unit")
            .addColumn("measured")
            .addColumn("simulated")
            .addColumn("ratio")
            .build()
            .withHeader();

    private ValidationCsv() {}

    static String text(ValidationResult result) {
        StringWriter text = new StringWriter();
        CsvFactory factory = new CsvFactory();
        // Quotes only what needs them, whatever its length
        factory.enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING);
        try (CsvGenerator csv = factory.createGenerator(text)) {
            csv.setSchema(COLUMNS);
            for (SimulatedRow row : result.rows()) {
                write(csv, row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(CsvGenerator csv, SimulatedRow simulated) throws IOException {
        MeasuredRow row = simulated.row();
        csv.writeStartArray();
        csv.writeString(row.file());
        csv.writeNumber(row.line());
        csv.writeString(row.bench());
        csv.writeString(row.variant());
        csv.writeString(row.parameter());
        csv.writeNumber(row.value());
        csv.writeString(row.metric());
        csv.writeString(row.unit());
        csv.writeNumber(simulated.measured());
        csv.writeNumber(simulated.simulated());
        if (simulated.measured() == 0) {
            // Where zero was measured there is no ratio.
            csv.writeNull();
        } else {
            csv.writeNumber(simulated.ratio());
        }
        csv.writeEndArray();
    }
}
