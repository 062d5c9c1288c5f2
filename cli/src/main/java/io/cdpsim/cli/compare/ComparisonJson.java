package io.cdpsim.cli.compare;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.compare.Asked;
import io.cdpsim.workloads.compare.Comparison;
import io.cdpsim.workloads.compare.Comparison.PartChange;
import io.cdpsim.workloads.compare.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** A comparison as programs read it. The names are documented in docs/cli.md and do not change. */
final class ComparisonJson {
    private ComparisonJson() {}

    static String text(Comparison comparison) {
        return JsonWriter.text(json -> {
            write(json, "a", comparison.first());
            write(json, "b", comparison.second());
            differences(json, "question", comparison.question());
            differences(json, "fields", ProfileFieldChanges.of(comparison).all());
            json.writeArrayFieldStart(CommonResults.BREAKDOWN.name());
            for (PartChange each : comparison.parts()) {
                json.writeStartObject();
                json.writeStringField("part", each.part().jsonName());
                json.writeNumberField("a_us", each.firstMicros());
                json.writeNumberField("b_us", each.secondMicros());
                json.writeNumberField("change_us", each.change());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberField("change_us", comparison.change());
            json.writeNumberField("relative_difference", comparison.relativeDifference());
            if (comparison.error().isPresent()) {
                json.writeNumberField("mean_error", comparison.error().getAsDouble());
            }
            json.writeStringField("verdict", comparison.verdict().name().toLowerCase(Locale.ROOT));
            json.writeStringField("words", comparison.verdictWords());
        });
    }

    private static void write(JsonGenerator json, String side, Outcome outcome) throws IOException {
        json.writeObjectFieldStart(side);
        json.writeStringField(CommonResults.PROFILE.name(), outcome.profile());
        json.writeNumberField(CommonResults.TIME.name(), outcome.timeMicros());
        json.writeStringField("trust", outcome.trust());
        if (!outcome.failure().isEmpty()) {
            json.writeStringField(CommonResults.FAILURE.name(), outcome.failure());
        }
        json.writeEndObject();
    }

    private static void differences(JsonGenerator json, String name, List<Asked.Difference> all) throws IOException {
        json.writeArrayFieldStart(name);
        for (Asked.Difference each : all) {
            json.writeStartObject();
            json.writeStringField("name", each.name());
            json.writeStringField("a", each.first());
            json.writeStringField("b", each.second());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
