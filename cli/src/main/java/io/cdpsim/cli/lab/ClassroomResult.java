package io.cdpsim.cli.lab;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.semantics.lab.grade.Grade;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A grade as GitHub Classroom's reporter reads it from the output {@code result} of a step: JSON in Base64. */
final class ClassroomResult {
    private static final int VERSION = 1;

    private ClassroomResult() {}

    /** The line for the file of a step's outputs. */
    static String of(Grade grade) {
        String json = JsonWriter.text(text -> {
            text.put("version", VERSION);
            text.put("status", grade.isFull() ? "pass" : "fail");
            text.put("max_score", grade.maximum());
            text.objects("tests", grade.scores(), each -> {
                text.put("name", each.item());
                text.put("status", each.isFull() ? "pass" : "fail");
                text.put("score", each.points());
                text.put("message", each.remark());
                text.put("test_code", "");
                text.put("filename", "");
                text.put("line_no", 0);
                text.put("duration", 0);
            });
        });
        return "result=" + Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8)) + "\n";
    }
}
