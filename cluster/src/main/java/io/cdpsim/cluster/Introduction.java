package io.cdpsim.cluster;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.sweep.axis.Axis;
import io.cdpsim.workloads.sweep.plan.Sweep;
import io.cdpsim.workloads.sweep.plan.SweepQuestion;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What a worker is told of a sweep before it runs a point of it: enough to make the same sweep there, and to find out whether it is the same.
 *
 * @param question what is asked
 * @param program the program that asks, {@link io.cdpsim.workloads.sweep.plan.SweepIdentity#program()}
 * @param inputs what it has as inputs, {@link Sweep#inputs()}
 * @param id the sweep, {@link io.cdpsim.workloads.sweep.plan.SweepIdentity#id()}
 */
record Introduction(SweepQuestion question, String program, Map<String, String> inputs, String id) {
    /** Counts changes of what is said between the two sides. */
    static final int PROTOCOL = 1;

    private static final JsonFactory JSON = new JsonFactory();

    static Introduction of(Sweep sweep) {
        return new Introduction(
                sweep.question(),
                sweep.identity().program(),
                sweep.inputs(),
                sweep.identity().id());
    }

    /** As text. */
    String text() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("protocol", PROTOCOL);
            json.writeStringField("id", id);
            json.writeStringField("program", program);
            write(json, "inputs", inputs);
            json.writeStringField("workload", question.workload());
            write(json, "fixed", question.fixed());
            json.writeObjectFieldStart("axes");
            for (Axis each : question.axes()) {
                json.writeArrayFieldStart(each.name());
                for (String value : each.values()) {
                    json.writeString(value);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
            json.writeNumberField("repeat", question.repeat());
            json.writeNumberField("sample", question.sample().orElse(0));
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, String field, Map<String, String> values) throws IOException {
        json.writeObjectFieldStart(field);
        for (Map.Entry<String, String> each : values.entrySet()) {
            json.writeStringField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws WorkloadException if it says anything else, as another version may
     */
    static Introduction parse(String text) {
        Map<String, String> words = new LinkedHashMap<>();
        Map<String, Map<String, String>> maps = new LinkedHashMap<>();
        List<Axis> axes = new ArrayList<>();
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken() != JsonToken.START_OBJECT) {
                    words.put(name, json.getText());
                } else if (name.equals("axes")) {
                    readAxes(json, axes);
                } else {
                    maps.put(name, readWords(json));
                }
            }
            if (Integer.parseInt(word(words, "protocol")) != PROTOCOL) {
                throw new WorkloadException("it speaks as another version of cdpsim does; give both the same");
            }
            int sample = Integer.parseInt(word(words, "sample"));
            SweepQuestion question = new SweepQuestion(
                    word(words, "workload"),
                    maps.getOrDefault("fixed", Map.of()),
                    axes,
                    Integer.parseInt(word(words, "repeat")),
                    sample == 0 ? OptionalInt.empty() : OptionalInt.of(sample));
            return new Introduction(
                    question, word(words, "program"), maps.getOrDefault("inputs", Map.of()), word(words, "id"));
        } catch (IOException | NumberFormatException e) {
            throw new WorkloadException("what it says of a sweep cannot be read; give both the same version of cdpsim");
        }
    }

    private static String word(Map<String, String> words, String name) {
        return words.getOrDefault(name, "");
    }

    private static Map<String, String> readWords(JsonParser json) throws IOException {
        Map<String, String> words = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            words.put(name, json.getText());
        }
        return words;
    }

    private static void readAxes(JsonParser json, List<Axis> axes) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            List<String> values = new ArrayList<>();
            while (json.nextToken() == JsonToken.VALUE_STRING) {
                values.add(json.getText());
            }
            axes.add(new Axis(name, values));
        }
    }
}
