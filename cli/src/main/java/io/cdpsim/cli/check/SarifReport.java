package io.cdpsim.cli.check;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.workloads.check.Sighting;
import io.cdpsim.workloads.check.finding.CodePlace;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.trial.Trial;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Findings as SARIF 2.1.0, which GitHub's code scanning and editors read. */
final class SarifReport {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    private static final String VERSION = "2.1.0";

    private SarifReport() {}

    /**
     * The whole file.
     *
     * @param program the version of CDPSim
     */
    static String text(List<CaseResult> cases, String program) {
        List<String> rules = List.copyOf(cases.stream()
                .flatMap(each -> each.sightings().stream())
                .map(each -> each.finding().rule())
                .collect(Collectors.toCollection(TreeSet::new)));
        return JsonWriter.text(json -> {
            json.writeStringField("$schema", SCHEMA);
            json.writeStringField("version", VERSION);
            json.writeArrayFieldStart("runs");
            json.writeStartObject();
            json.writeObjectFieldStart("tool");
            json.writeObjectFieldStart("driver");
            json.writeStringField("name", "cdpsim");
            json.writeStringField("version", program);
            json.writeArrayFieldStart("rules");
            for (String each : rules) {
                json.writeStartObject();
                json.writeStringField("id", each);
                message(json, "shortDescription", RuleTitles.of(each));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndObject();
            json.writeStringField("columnKind", "utf16CodeUnits");
            json.writeArrayFieldStart("results");
            for (CaseResult each : cases) {
                for (Sighting sighting : each.sightings()) {
                    result(json, each, sighting, rules);
                }
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndArray();
        });
    }

    private static void result(JsonGenerator json, CaseResult of, Sighting sighting, List<String> rules)
            throws IOException {
        Finding found = sighting.finding();
        json.writeStartObject();
        json.writeStringField("ruleId", found.rule());
        json.writeNumberField("ruleIndex", rules.indexOf(found.rule()));
        json.writeStringField("level", found.severity().name().toLowerCase(Locale.ROOT));
        message(json, "message", words(found, sighting.trials()));
        List<CodePlace> places =
                found.places().isEmpty() ? List.of(new CodePlace(of.file(), of.line())) : found.places();
        json.writeArrayFieldStart("locations");
        location(json, places.get(0), -1);
        json.writeEndArray();
        if (places.size() > 1) {
            json.writeArrayFieldStart("relatedLocations");
            for (int i = 1; i < places.size(); i++) {
                location(json, places.get(i), i);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static String words(Finding found, List<Trial> trials) {
        List<String> lines = new ArrayList<>();
        lines.add(found.what());
        lines.addAll(found.details());
        if (!found.mend().isEmpty()) {
            lines.add("mend: " + found.mend());
        }
        if (!trials.isEmpty()) {
            lines.add("seen with " + trials.get(0)
                    + (trials.size() > 1
                            ? " and " + (trials.size() - 1) + " other" + (trials.size() > 2 ? "s" : "")
                            : ""));
        }
        return String.join("\n", lines);
    }

    private static void location(JsonGenerator json, CodePlace place, int id) throws IOException {
        json.writeStartObject();
        if (id >= 0) {
            json.writeNumberField("id", id);
        }
        json.writeObjectFieldStart("physicalLocation");
        json.writeObjectFieldStart("artifactLocation");
        json.writeStringField("uri", uri(place.file()));
        json.writeEndObject();
        json.writeObjectFieldStart("region");
        json.writeNumberField("startLine", place.line());
        json.writeEndObject();
        json.writeEndObject();
        if (id >= 0) {
            message(json, "message", "the other side");
        }
        json.writeEndObject();
    }

    private static String uri(String file) {
        try {
            boolean isAbsolute = file.startsWith("/");
            return new URI(isAbsolute ? "file" : null, isAbsolute ? "" : null, file, null).toASCIIString();
        } catch (URISyntaxException e) {
            // A relative name whose first part has a colon
            return "./" + file.replace(":", "%3A");
        }
    }

    private static void message(JsonGenerator json, String field, String text) throws IOException {
        json.writeObjectFieldStart(field);
        json.writeStringField("text", text);
        json.writeEndObject();
    }
}
