package io.cdpsim.cli.lab;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.semantics.lab.grade.Grade;
import io.cdpsim.semantics.lab.grade.Grade.Score;
import java.util.List;

/** A grade as text and as JSON. */
final class GradeReport {
    private GradeReport() {}

    static String text(Grade grade) {
        TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT);
        table.row("", "points", "of");
        for (Score each : grade.scores()) {
            table.row(each.item(), "" + each.points(), "" + each.maximum());
        }
        table.row("all", "" + grade.points(), "" + grade.maximum());
        StringBuilder text = new StringBuilder("Lab " + grade.lab().number() + ": "
                + grade.lab().title() + "\nGraded: " + PrintableText.line(grade.graded()) + "\n\n" + table);
        List<Score> lost =
                grade.scores().stream().filter(each -> !each.isFull()).toList();
        if (!lost.isEmpty()) {
            text.append("\nTo look at again:\n");
            lost.forEach(each -> text.append("- ")
                    .append(each.item())
                    .append(": ")
                    .append(PrintableText.lines(each.remark()))
                    .append('\n'));
        }
        return text.toString();
    }

    static String json(Grade grade) {
        return JsonWriter.text(json -> {
            json.put("lab", grade.lab().number());
            json.put("graded", grade.graded());
            json.put("points", grade.points());
            json.put("of", grade.maximum());
            json.objects("marks", grade.scores(), each -> {
                json.put("what", each.item());
                json.put("points", each.points());
                json.put("of", each.maximum());
                json.put("remark", each.remark());
            });
        });
    }
}
