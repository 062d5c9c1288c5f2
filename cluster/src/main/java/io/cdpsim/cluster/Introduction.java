package io.cdpsim.cluster;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.cdpsim.experiments.sweep.plan.QuestionText;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.SweepQuestion;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a worker is told of a sweep before it runs a point of it: enough to make the same sweep there, and to find out whether it is the same.
 *
 * @param question what is asked
 * @param program the program that asks, {@link io.cdpsim.experiments.sweep.plan.SweepIdentity#program()}
 * @param inputs what it has as inputs, {@link Sweep#inputs()}
 * @param id the sweep, {@link io.cdpsim.experiments.sweep.plan.SweepIdentity#id()}
 */
record Introduction(SweepQuestion question, String program, Map<String, String> inputs, String id) {
    /** Counts changes of what is said between the two sides. */
    static final int PROTOCOL = 1;

    private static final String PROTOCOL_FIELD = "protocol";
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
            json.writeNumberField(PROTOCOL_FIELD, PROTOCOL);
            json.writeStringField("id", id);
            json.writeStringField("program", program);
            json.writeStringField("question", QuestionText.of(question));
            json.writeObjectFieldStart("inputs");
            for (Map.Entry<String, String> each : inputs.entrySet()) {
                json.writeStringField(each.getKey(), each.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws InvalidInputException if it says anything else, as another version may
     */
    static Introduction parse(String text) {
        Map<String, String> words = new LinkedHashMap<>();
        Map<String, String> inputs = new LinkedHashMap<>();
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken() == JsonToken.START_OBJECT) {
                    readWords(json, inputs);
                } else {
                    words.put(name, json.getText());
                }
            }
        } catch (IOException e) {
            throw new InvalidInputException(
                    "what it says of a sweep cannot be read; give both the same version of cdpsim");
        }
        if (!word(words, PROTOCOL_FIELD).equals(String.valueOf(PROTOCOL))) {
            throw new InvalidInputException("it speaks as another version of cdpsim does; give both the same");
        }
        return new Introduction(
                QuestionText.parse(word(words, "question")), word(words, "program"), inputs, word(words, "id"));
    }

    private static String word(Map<String, String> words, String name) {
        return words.getOrDefault(name, "");
    }

    private static void readWords(JsonParser json, Map<String, String> words) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            words.put(name, json.getText());
        }
    }
}
