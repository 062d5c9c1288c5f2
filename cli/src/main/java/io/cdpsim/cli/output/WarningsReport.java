package io.cdpsim.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.observe.CountedWarning;
import java.io.IOException;
import java.util.List;

/** The warnings of a run as JSON. */
public final class WarningsReport {
    private WarningsReport() {}

    /** Writes them as the field {@code warnings} of an object. */
    public static void write(JsonGenerator json, List<CountedWarning> warnings) throws IOException {
        json.writeArrayFieldStart("warnings");
        for (CountedWarning each : warnings) {
            json.writeStartObject();
            json.writeStringField("rule", each.rule());
            json.writeStringField("message", each.message());
            json.writeNumberField("count", each.count());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
