package io.cdpsim.cli.classroom;

import static io.cdpsim.cli.classroom.MarkdownHtml.escaped;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsim.cli.classroom.ClassFolder.Account;
import io.cdpsim.cli.lab.LabGrading;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.semantics.lab.key.GradingKey.ExpectedAnswer;
import io.cdpsim.semantics.lab.key.GradingKey.Question;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The pages of a class, and its table of grades. */
final class ClassPages {
    private final ClassFolder folder;
    private final List<Lab> labs = LabCatalog.labs();

    ClassPages(ClassFolder folder) {
        this.folder = folder;
    }

    /** The labs, by number. */
    List<Lab> labs() {
        return labs;
    }

    private static String page(String title, String heading, String body) {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\""
                + " content=\"width=device-width\">\n<title>" + escaped(title)
                + "</title>\n"
                + "<link rel=\"stylesheet\" href=\"/class.css\">\n"
                + "<link rel=\"icon\" href=\"data:,\">\n"
                + "</head>\n"
                + "<body>\n"
                + "<header>"
                + heading
                + "</header>\n" + body + "</body>\n</html>\n";
    }

    /** A page with a message. */
    static String message(String title, String text) {
        return page(title, "<h1>" + escaped(title) + "</h1>", "<main><p>" + escaped(text) + "</p></main>\n");
    }

    /** The page that asks for a name, at the first visit. */
    static String welcome() {
        return page(
                "Welcome",
                "<h1>CDPSim labs</h1>",
                "<main><form method=\"post\" action=\"/name\"><p><label>Your name, as your instructor knows it: <input"
                        + " name=\"name\" required maxlength=\"80\" autofocus></label>"
                        + " <button>Start</button></p></form><p>The link that you opened is your key: keep it, and give it"
                        + " to nobody.</p></main>\n");
    }

    private static String who(Account account) {
        return "<span class=\"who\">" + escaped(account.name())
                + (account.isInstructor() ? " · <a href=\"/progress\">progress of the class</a>" : "") + "</span>";
    }

    /** The labs with a user's points. */
    String overview(Account account) throws IOException {
        StringBuilder rows = new StringBuilder();
        int sum = 0;
        int most = 0;
        for (Lab each : labs) {
            JsonNode grade = folder.grade(account.id(), each.number());
            sum += grade.path("points").asInt();
            most += each.key().points();
            rows.append("<tr><td>" + each.number() + "</td><td><a href=\"/lab/" + each.number() + "\">"
                    + escaped(each.title()) + "</a></td><td>" + each.key().minutes() + "</td><td>"
                    + (grade.has("points") ? grade.path("points").asText() : "–") + " of "
                    + each.key().points() + "</td></tr>\n");
        }
        return page(
                "CDPSim labs",
                "<h1>CDPSim labs</h1>" + who(account),
                "<main><table class=\"labs\"><tr><th>lab</th><th>about</th><th>minutes</th><th>points</th></tr>\n"
                        + rows
                        + "<tr><th></th><th>all</th><th></th><th>" + sum + " of " + most
                        + "</th></tr></table></main>\n");
    }

    /** A lab: its text, the user's kernel and answers, and the last grade. */
    String lab(Account account, Lab lab) throws IOException {
        String text = new String(lab.file(Lab.PAGE, account.id()), StandardCharsets.UTF_8).replaceFirst("^# .*\n", "");
        // What stands there is for the command line.
        text = text.replaceFirst("(?s)\n## Submit\n.*", "\n");
        String kernel = folder.text(account.id(), lab.number(), Lab.KERNELS)
                .orElse(new String(lab.file(Lab.KERNELS), StandardCharsets.UTF_8));
        Map<String, Map<String, String>> answers = AnswerSheet.read(
                lab, folder.text(account.id(), lab.number(), Lab.ANSWERS).orElse(""));
        StringBuilder questions = new StringBuilder();
        for (Question each : lab.key().questions()) {
            Map<String, String> given = answers.getOrDefault(each.name(), Map.of());
            questions.append("<tr><td>" + escaped(each.name()) + "</td>");
            if (each.answer() instanceof ExpectedAnswer.Choice choice) {
                questions.append("<td colspan=\"2\"><select name=\"" + each.name() + ".answer\"><option></option>");
                for (String word : choice.choices()) {
                    boolean isGiven = word.equals(given.get("answer"));
                    questions.append("<option" + (isGiven ? " selected" : "") + ">" + escaped(word) + "</option>");
                }
                questions.append("</select></td></tr>\n");
            } else {
                for (String part : List.of("predicted", "measured")) {
                    questions.append("<td><input name=\"" + each.name() + "." + part + "\" placeholder=\"" + part
                            + "\" aria-label=\"" + each.name() + ", " + part + "\" value=\""
                            + escaped(given.getOrDefault(part, "")) + "\"></td>");
                }
                questions.append("</tr>\n");
            }
        }
        String body = "<main class=\"lab\"><article>" + MarkdownHtml.of(text, "/lab/" + lab.number() + "/file/")
                + "</article>\n<section><form id=\"work\" data-lab=\"" + lab.number()
                + "\"><label for=\"kernel\">kernel.cu</label><textarea id=\"kernel\" name=\"kernel\""
                + " spellcheck=\"false\">\n" + escaped(kernel) + "</textarea>\n<h2>Answers</h2><table>" + questions
                + "</table>\n<p><button id=\"save\">Save</button> <button id=\"grade\">Save and grade</button> <span"
                + " id=\"state\" role=\"status\"></span></p></form>\n<div id=\"result\">"
                + grade(folder.grade(account.id(), lab.number())) + "</div></section></main>\n"
                + "<script src=\"/class.js\"></script>\n";
        return page(
                "Lab " + lab.number(),
                "<a href=\"/\">Labs</a> <h1>Lab " + lab.number() + ": " + escaped(lab.title()) + "</h1>" + who(account),
                body);
    }

    /** A grade as a table. */
    static String grade(JsonNode grade) {
        if (!grade.has("points")) {
            String problem = grade.path("problem").asText();
            return problem.isEmpty() ? "" : "<p class=\"lost\">Not graded: " + escaped(problem) + "</p>";
        }
        StringBuilder rows = new StringBuilder();
        for (JsonNode each : grade.path("marks")) {
            boolean isFull = each.path("points").asInt() == each.path("of").asInt();
            rows.append("<tr class=\"" + (isFull ? "full" : "lost") + "\"><td>"
                    + escaped(each.path("what").asText()) + "</td><td>"
                    + each.path("points").asInt() + " of " + each.path("of").asInt() + "</td><td>"
                    + escaped(each.path("remark").asText()) + "</td></tr>\n");
        }
        return "<h2>" + grade.path("points").asInt() + " of " + grade.path("of").asInt() + " points</h2><table>" + rows
                + "</table>";
    }

    /** Everybody's points. */
    String progress(Account instructor) throws IOException {
        StringBuilder table = new StringBuilder("<table class=\"labs\"><tr><th>student</th>");
        labs.forEach(each -> table.append("<th title=\"" + escaped(each.title()) + "\">" + each.number() + "</th>"));
        table.append("<th>all</th></tr>\n");
        for (Account each : folder.accounts()) {
            if (each.isInstructor()) {
                continue;
            }
            int sum = 0;
            table.append("<tr><td>" + escaped(each.name()) + "</td>");
            for (Lab lab : labs) {
                JsonNode grade = folder.grade(each.id(), lab.number());
                sum += grade.path("points").asInt();
                table.append(
                        "<td>" + (grade.has("points") ? grade.path("points").asText() : "") + "</td>");
            }
            table.append("<td>" + sum + "</td></tr>\n");
        }
        return page(
                "Progress",
                "<a href=\"/\">Labs</a> <h1>Progress of the class</h1>" + who(instructor),
                "<main>" + table + "</table><p><a href=\"/progress.csv\">As a table (CSV)</a></p></main>\n");
    }

    /** Everybody's grades in the columns of {@code lab report}. */
    String table() throws IOException {
        List<String> lines = new ArrayList<>(List.of(LabGrading.tableHeader()));
        for (Account each : folder.accounts()) {
            for (Lab lab : labs) {
                JsonNode grade = folder.grade(each.id(), lab.number());
                if (!each.isInstructor() && !grade.isEmpty()) {
                    lines.add(LabGrading.tableLine(each.name(), lab.number(), grade));
                }
            }
        }
        return String.join("", lines);
    }

    /** The lab of a number in an address; empty if there is none. */
    Optional<Lab> find(String number) {
        return labs.stream().filter(each -> ("" + each.number()).equals(number)).findFirst();
    }
}
