package io.cdpsim.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Grades of many submissions as CSV. */
final class GradeTable {
    private static final String HEADER = "student,lab,points,of,graded,lost,problem\n";

    private GradeTable() {}

    /** A row for each submission, in their order. */
    static String csv(List<StudentSubmission> submissions, List<JsonNode> grades) {
        StringBuilder table = new StringBuilder(HEADER);
        for (int i = 0; i < submissions.size(); i++) {
            StudentSubmission from = submissions.get(i);
            JsonNode grade = grades.get(i);
            List<String> lost = new ArrayList<>();
            for (JsonNode mark : grade.path("marks")) {
                if (mark.path("points").asInt() < mark.path("of").asInt()) {
                    lost.add(mark.path("what").asText() + ": "
                            + mark.path("remark").asText());
                }
            }
            table.append(cell(from.student()))
                    .append(',')
                    .append(from.lab())
                    .append(',')
                    .append(grade.has("points") ? grade.path("points").asText() : "")
                    .append(',')
                    .append(grade.has("of") ? grade.path("of").asText() : "")
                    .append(',')
                    .append(cell(grade.path("graded").asText()))
                    .append(',')
                    .append(cell(String.join(" | ", lost)))
                    .append(',')
                    .append(cell(grade.path(GradingProcess.PROBLEM).asText()))
                    .append('\n');
        }
        return table.toString();
    }

    /** A cell, which a program for tables must not take for a formula: a student's name or text may begin like one. */
    private static String cell(String text) {
        String line = text.replace('\n', ' ').replace('\r', ' ');
        String safe = line.matches("[=+\\-@\\t].*") ? "'" + line : line;
        return safe.matches("[^,\"]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
