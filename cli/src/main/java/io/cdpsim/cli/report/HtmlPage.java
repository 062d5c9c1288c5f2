package io.cdpsim.cli.report;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.ResourceText;
import java.util.function.Consumer;

/** An HTML page in one file. */
final class HtmlPage {
    private HtmlPage() {}

    /**
     * The page with drawings.
     *
     * @param title the title of the window
     * @param facts writes the data of the page as JSON
     */
    static String ofDrawings(String title, Consumer<JsonWriter> facts) {
        return of(title, facts, "", own("page.css"), "", own("page.js") + own("charts.js"));
    }

    /**
     * The page with charts over time, which show the part of the time that the reader chooses.
     *
     * @param title the title of the window
     * @param facts writes the data of the page as JSON
     * @param columns the long columns of the data, packed
     */
    static String ofTimes(String title, Consumer<JsonWriter> facts, String columns) {
        return of(
                title,
                facts,
                columns,
                library("dist/uPlot.min.css") + own("page.css"),
                "/* The charts are drawn by uPlot:\n" + library("LICENSE").strip() + "\n*/\n"
                        + library("dist/uPlot.iife.min.js"),
                own("page.js") + own("timeline.js") + own("graphs.js") + own("charts.js"));
    }

    private static String of(
            String title, Consumer<JsonWriter> facts, String columns, String style, String library, String script) {
        return own("page.html")
                .replace("@TITLE@", PrintableText.xml(PrintableText.line(title)).replace("@", "&#64;"))
                .replace("@STYLE@", style)
                .replace("@LIBRARY@", library)
                .replace("@SCRIPT@", script)
                .replace("@COLUMNS@", columns)
                // Last, and escaped so that no text can close the enclosing element.
                .replace("@FACTS@", JsonWriter.text(facts).replace("<", "\\u003c"));
    }

    private static String own(String name) {
        return ResourceText.of(HtmlPage.class, name);
    }

    private static String library(String file) {
        return ResourceText.ofLibrary("uplot", file);
    }
}
