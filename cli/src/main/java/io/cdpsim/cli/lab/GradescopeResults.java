package io.cdpsim.cli.lab;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.semantics.lab.grade.Grade;

/** A grade as Gradescope's autograder reads it from {@code results.json}. */
final class GradescopeResults {
    private GradescopeResults() {}

    /** The grade: a test for each criterion and question, which its student sees. */
    static String of(Grade grade) {
        return JsonWriter.text(json -> {
            json.put("output", "Graded: " + grade.graded());
            json.put("visibility", "visible");
            json.objects("tests", grade.scores(), each -> {
                json.put("name", each.item());
                json.put("score", each.points());
                json.put("max_score", each.maximum());
                json.put("status", each.isFull() ? "passed" : "failed");
                json.put("output", each.remark());
                json.put("visibility", "visible");
            });
        });
    }

    /** No grade: Gradescope shows the reason, and the submission can be graded again. */
    static String problem(String reason) {
        return JsonWriter.text(json -> {
            json.put("score", 0);
            json.put("output", "Not graded: " + reason);
            json.put("visibility", "visible");
        });
    }
}
