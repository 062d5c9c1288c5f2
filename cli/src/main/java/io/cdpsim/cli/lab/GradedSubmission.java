package io.cdpsim.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A submission and its grade.
 *
 * @param submission the submission
 * @param grade the grade as {@code lab check --json} writes it, or an object with {@link GradingProcess#PROBLEM}
 */
record GradedSubmission(StudentSubmission submission, JsonNode grade) {
    static final List<String> COLUMNS = List.of("student", "lab", "points", "of", "graded", "lost", "problem");

    /** Whether it has a grade. */
    boolean isGraded() {
        return grade.has("points");
    }

    String points() {
        return grade.path("points").asText();
    }

    String maximum() {
        return grade.path("of").asText();
    }

    String problem() {
        return grade.path(GradingProcess.PROBLEM).asText();
    }

    /** The points that are missing, and why. */
    List<String> lost() {
        List<String> lost = new ArrayList<>();
        for (JsonNode mark : grade.path("marks")) {
            if (mark.path("points").asInt() < mark.path("of").asInt()) {
                String item = mark.path("what").asText();
                lost.add((item.isEmpty() ? "" : item + ": ")
                        + mark.path("remark").asText());
            }
        }
        return lost;
    }

    /** Its line in the table of grades. */
    String line() {
        return CsvText.line(List.of(
                submission.student(),
                submission.lab(),
                points(),
                maximum(),
                grade.path("graded").asText(),
                String.join(" | ", lost()),
                problem()));
    }
}
