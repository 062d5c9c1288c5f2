package io.cdpsim.cli.tune;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.tune.Candidate;
import io.cdpsim.workloads.tune.Tuning;
import java.io.IOException;
import java.util.Map;

/** What a search has found, as programs read it. The names are documented in docs/cli.md and do not change. */
final class TuneJson {
    private TuneJson() {}

    static String text(TuneReport report, Tuning tuning) {
        return JsonWriter.text(json -> {
            json.writeObjectFieldStart("best");
            write(json, report, tuning, tuning.best());
            json.writeEndObject();
            json.writeArrayFieldStart("runners_up");
            for (Candidate each : tuning.runnersUp()) {
                json.writeStartObject();
                write(json, report, tuning, each);
                json.writeEndObject();
            }
            json.writeEndArray();
            if (tuning.byDefault().isPresent()) {
                json.writeObjectFieldStart("by_default");
                write(json, report, tuning, tuning.byDefault().get());
                json.writeEndObject();
            }
            json.writeNumberField("points", tuning.runs());
            json.writeNumberField("combinations", tuning.combinations());
            json.writeArrayFieldStart("words");
            for (String each : report.sentences()) {
                json.writeString(each);
            }
            json.writeEndArray();
        });
    }

    private static void write(JsonGenerator json, TuneReport report, Tuning tuning, Candidate candidate)
            throws IOException {
        json.writeObjectFieldStart("settings");
        for (Map.Entry<String, String> each : candidate.settings().entrySet()) {
            json.writeStringField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
        json.writeStringField("command", report.command(candidate));
        json.writeNumberField(CommonResults.TIME.name(), candidate.micros());
        json.writeStringField("trust", candidate.trust().words());
        if (candidate.meanError().isPresent()) {
            json.writeNumberField("mean_error", candidate.meanError().getAsDouble());
        }
        if (!candidate.equals(tuning.best())) {
            json.writeNumberField("lead", tuning.lead(candidate));
            if (tuning.isUnsure(candidate).isPresent()) {
                json.writeBooleanField(
                        "within_error", tuning.isUnsure(candidate).get());
            }
        }
    }
}
