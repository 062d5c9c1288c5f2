package io.cdpsim.cli.lab;

import io.cdpsim.cli.output.JsonObject;
import io.cdpsim.cli.output.Printable;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.semantics.lab.grade.Grade;
import io.cdpsim.semantics.lab.grade.ItemScore;
import java.util.List;

/** A grade as text and as JSON. */
final class GradeReport {
    private GradeReport() {}

    static String text(Grade grade) {
        TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT);
        table.row("", "points", "of");
        for (ItemScore each : grade.marks()) {
            table.row(each.what(), "" + each.points(), "" + each.of());
        }
        table.row("all", "" + grade.points(), "" + grade.of());
        StringBuilder text = new StringBuilder("Lab " + grade.lab().number() + ": "
                + grade.lab().title() + "\nGraded: " + Printable.line(grade.graded()) + "\n\n" + table);
        List<ItemScore> lost =
                grade.marks().stream().filter(each -> !each.isFull()).toList();
        if (!lost.isEmpty()) {
            text.append("\nTo look at again:\n");
            lost.forEach(each -> text.append("- ")
                    .append(each.what())
                    .append(": ")
                    .append(Printable.lines(each.remark()))
                    .append('\n'));
        }
        return text.toString();
    }

    static String json(Grade grade) {
        return JsonObject.text(json -> {
            json.writeNumberField("lab", grade.lab().number());
            json.writeStringField("graded", grade.graded());
            json.writeNumberField("points", grade.points());
            json.writeNumberField("of", grade.of());
            json.writeArrayFieldStart("marks");
            for (ItemScore each : grade.marks()) {
                json.writeStartObject();
                json.writeStringField("what", each.what());
                json.writeNumberField("points", each.points());
                json.writeNumberField("of", each.of());
                json.writeStringField("remark", each.remark());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }
}
