package io.cdpsim.cli.report;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.ResourceText;
import java.util.function.Consumer;

/** An HTML page in one file. */
final class HtmlPage {
    private HtmlPage() {}

    /**
     * The page.
     *
     * @param title the title of the window
     * @param facts writes the data of the page as JSON
     * @param columns the long columns of the data, packed
     */
    static String of(String title, Consumer<JsonWriter> facts, String columns) {
        return own("page.html")
                .replace("@TITLE@", text(title))
                .replace("@STYLE@", library("dist/uPlot.min.css") + own("page.css"))
                .replace("@LICENSE@", library("LICENSE").strip())
                .replace("@LIBRARY@", library("dist/uPlot.iife.min.js"))
                .replace("@SCRIPT@", own("page.js") + own("timeline.js") + own("graphs.js") + own("charts.js"))
                .replace("@COLUMNS@", columns)
                // Last, and escaped so that no text can close the enclosing element.
                .replace("@FACTS@", JsonWriter.text(facts).replace("<", "\\u003c"));
    }

    private static String text(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace("@", "&#64;");
    }

    private static String own(String name) {
        return ResourceText.of(HtmlPage.class, name);
    }

    private static String library(String file) {
        return ResourceText.ofLibrary("uplot", file);
    }
}
