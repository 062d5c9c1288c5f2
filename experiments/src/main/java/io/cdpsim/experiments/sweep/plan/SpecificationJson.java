package io.cdpsim.experiments.sweep.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A sweep specification as one line of JSON: every value of every axis, as parsed. */
public final class SpecificationJson {
    private static final JsonFactory JSON = new JsonFactory();

    private SpecificationJson() {}

    /** The JSON of a specification. */
    public static String of(SweepSpecification question) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("workload", question.workload());
            json.writeObjectFieldStart("fixed");
            for (Map.Entry<String, String> each : question.fixed().entrySet()) {
                json.writeStringField(each.getKey(), each.getValue());
            }
            json.writeEndObject();
            json.writeObjectFieldStart("vary");
            for (SweepAxis each : question.axes()) {
                json.writeArrayFieldStart(each.name());
                for (String value : each.values()) {
                    json.writeString(value);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
            json.writeNumberField("repeat", question.repeat());
            if (question.sample().isPresent()) {
                json.writeNumberField("sample", question.sample().getAsInt());
            }
            if (!question.metrics().isEmpty()) {
                json.writeObjectFieldStart("metric");
                for (Map.Entry<String, String> each : question.metrics().entrySet()) {
                    json.writeStringField(each.getKey(), each.getValue());
                }
                json.writeEndObject();
            }
            if (question.where().isPresent()) {
                json.writeStringField("where", question.where().get());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * Parses the output of {@link #of}.
     *
     * @throws InvalidInputException for any other text
     */
    public static SweepSpecification parse(String text) {
        String workload = "";
        Map<String, String> fixed = new LinkedHashMap<>();
        List<SweepAxis> axes = new ArrayList<>();
        int repeat = 1;
        OptionalInt sample = OptionalInt.empty();
        Map<String, String> metrics = new LinkedHashMap<>();
        Optional<String> where = Optional.empty();
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "workload" -> workload = json.getText();
                    case "fixed" -> readFixed(json, fixed);
                    case "vary" -> readAxes(json, axes);
                    case "repeat" -> repeat = json.getIntValue();
                    case "sample" -> sample = OptionalInt.of(json.getIntValue());
                    case "metric" -> readFixed(json, metrics);
                    case "where" -> where = Optional.of(json.getText());
                    default -> throw unreadable();
                }
            }
            return new SweepSpecification(workload, fixed, axes, repeat, sample, metrics, where);
        } catch (IOException e) {
            throw unreadable();
        }
    }

    private static InvalidInputException unreadable() {
        return new InvalidInputException(
                "found a question that cannot be read, expected one that this version of cdpsim wrote");
    }

    private static void readFixed(JsonParser json, Map<String, String> fixed) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            fixed.put(name, json.getText());
        }
    }

    private static void readAxes(JsonParser json, List<SweepAxis> axes) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            List<String> values = new ArrayList<>();
            while (json.nextToken() == JsonToken.VALUE_STRING) {
                values.add(json.getText());
            }
            axes.add(new SweepAxis(name, values));
        }
    }
}
