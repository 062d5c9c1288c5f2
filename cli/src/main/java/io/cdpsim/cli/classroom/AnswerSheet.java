package io.cdpsim.cli.classroom;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.key.GradingKey.ExpectedAnswer;
import io.cdpsim.semantics.lab.key.GradingKey.Question;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The answers of a form as an answer sheet. The sheet is JSON, which YAML contains. */
final class AnswerSheet {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> PARTS = List.of("answer", "predicted", "measured");
    private static final int MOST_CHARACTERS = 100;

    private AnswerSheet() {}

    /**
     * The sheet.
     *
     * @param student the name that the questions were drawn from
     * @param form values by {@code question.part}
     */
    static String of(Lab lab, String student, Map<String, String> form) {
        ObjectNode sheet = JSON.createObjectNode();
        sheet.put("lab", lab.number()).put(Lab.SEED, student);
        for (Question question : lab.key().questions()) {
            ObjectNode answer = sheet.putObject(question.name());
            List<String> parts = question.answer() instanceof ExpectedAnswer.Choice
                    ? List.of("answer")
                    : List.of("predicted", "measured");
            for (String part : parts) {
                String value =
                        form.getOrDefault(question.name() + "." + part, "").strip();
                answer.put(part, value.substring(0, Math.min(MOST_CHARACTERS, value.length())));
            }
        }
        return sheet + "\n";
    }

    /** The answers of a sheet that this class made; none of another one. */
    static Map<String, Map<String, String>> read(Lab lab, String sheet) {
        Map<String, Map<String, String>> answers = new LinkedHashMap<>();
        try {
            JsonNode json = JSON.readTree(sheet);
            for (Question question : lab.key().questions()) {
                Map<String, String> parts = new LinkedHashMap<>();
                for (String part : PARTS) {
                    parts.put(part, json.path(question.name()).path(part).asText());
                }
                answers.put(question.name(), parts);
            }
        } catch (JsonProcessingException e) {
            return Map.of();
        }
        return answers;
    }
}
