package io.cdpsim.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsim.cli.output.PrintableText;

/** The grade of one submission as a page for its student. */
final class FeedbackPage {
    private static final String STYLE = "body{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0"
            + " 1em}table{border-collapse:collapse}td,th{border-bottom:1px solid #bbb;padding:.3em"
            + " .8em;text-align:left;vertical-align:top}"
            + "td:nth-child(2){white-space:nowrap;text-align:right}pre{white-space:pre-wrap;margin:0;font:inherit}";

    private FeedbackPage() {}

    static String of(GradedSubmission graded) {
        String title = graded.submission().student()
                + (graded.submission().lab().isEmpty()
                        ? ""
                        : ", lab " + graded.submission().lab());
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>")
                .append(PrintableText.xml(title))
                .append("</title>\n<style>" + STYLE + "</style>\n<h1>")
                .append(PrintableText.xml(title))
                .append("</h1>\n");
        if (!graded.isGraded()) {
            return page.append("<p>Not graded: ")
                    .append(PrintableText.xml(graded.problem()))
                    .append("</p>\n</html>\n")
                    .toString();
        }
        page.append("<p><strong>")
                .append(PrintableText.xml(graded.points() + " of " + graded.maximum() + " points"))
                .append("</strong> (")
                .append(PrintableText.xml(graded.grade().path("graded").asText()))
                .append(")</p>\n<table>\n<tr><th>item<th>points<th>to look at again\n");
        for (JsonNode mark : graded.grade().path("marks")) {
            page.append("<tr><td>")
                    .append(PrintableText.xml(mark.path("what").asText()))
                    .append("<td>")
                    .append(PrintableText.xml(mark.path("points").asText() + " of "
                            + mark.path("of").asText()))
                    .append("<td><pre>")
                    .append(PrintableText.xml(mark.path("remark").asText()))
                    .append("</pre>\n");
        }
        return page.append("</table>\n</html>\n").toString();
    }
}
