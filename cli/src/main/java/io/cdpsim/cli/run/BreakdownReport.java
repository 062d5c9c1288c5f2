package io.cdpsim.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.observe.path.PathPart;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.compare.Asked;
import io.cdpsim.workloads.compare.Breakdown;
import java.io.IOException;
import java.util.Map;

/**
 * What was asked and what the time consists of, as people and programs read it.
 *
 * @param asked what was asked
 * @param breakdown what the time consists of
 */
record BreakdownReport(Asked asked, Breakdown breakdown) {
    /** A table of the parts that are not 0. */
    String table() {
        TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT)
                .row(CommonResults.BREAKDOWN.label(), "time", "share");
        long total = breakdown.totalCycles();
        for (PathPart each : PathPart.values()) {
            long cycles = breakdown.cycles().getOrDefault(each, 0L);
            if (cycles > 0) {
                table.row(
                        each.words(),
                        NumberFormats.time(breakdown.micros(each)),
                        NumberFormats.percent((double) cycles / total));
            }
        }
        return "\n" + table;
    }

    /** Writes the array {@code breakdown} and the object {@code question}. */
    void write(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(CommonResults.BREAKDOWN.name());
        for (PathPart each : PathPart.values()) {
            json.writeStartObject();
            json.writeStringField("part", each.jsonName());
            json.writeNumberField("cycles", breakdown.cycles().getOrDefault(each, 0L));
            json.writeNumberField("us", breakdown.micros(each));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeObjectFieldStart(CommonResults.QUESTION.name());
        json.writeStringField("workload", asked.workload());
        write(json, "options", asked.options());
        json.writeStringField("profile", asked.profile());
        json.writeArrayFieldStart("set");
        for (String each : asked.set()) {
            json.writeString(each);
        }
        json.writeEndArray();
        write(json, "machine", asked.machine());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, String name, Map<String, String> values) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> each : values.entrySet()) {
            json.writeStringField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
    }
}
