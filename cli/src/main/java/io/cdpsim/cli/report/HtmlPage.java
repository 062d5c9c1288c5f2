package io.cdpsim.cli.report;

import com.google.common.io.Resources;
import io.cdpsim.cli.output.JsonWriter;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Consumer;

/** A page of one file. */
final class HtmlPage {
    private static final String LIBRARY = "uplot";

    private HtmlPage() {}

    /**
     * The page.
     *
     * @param title what stands in the window's title
     * @param facts what it shows, as JSON
     * @param columns the long columns of that, packed
     */
    static String of(String title, Consumer<JsonWriter> facts, String columns) {
        return own("page.html")
                .replace("@TITLE@", text(title))
                .replace("@STYLE@", library("dist/uPlot.min.css") + own("page.css"))
                .replace("@LICENSE@", library("LICENSE").strip())
                .replace("@LIBRARY@", library("dist/uPlot.iife.min.js"))
                .replace("@SCRIPT@", own("page.js") + own("timeline.js") + own("charts.js"))
                .replace("@COLUMNS@", columns)
                // Last, and so that nothing in it can end the element that it stands in.
                .replace("@FACTS@", JsonWriter.text(facts).replace("<", "\\u003c"));
    }

    private static String text(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace("@", "&#64;");
    }

    private static String own(String name) {
        return read(Resources.getResource(HtmlPage.class, name));
    }

    /** A file of the charting library, whichever version it is of. */
    private static String library(String file) {
        Properties version = new Properties();
        try {
            version.load(new StringReader(
                    read(Resources.getResource("META-INF/maven/org.webjars.npm/" + LIBRARY + "/pom.properties"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String number = Objects.requireNonNull(version.getProperty("version"), "the library has no version");
        return read(Resources.getResource("META-INF/resources/webjars/" + LIBRARY + "/" + number + "/" + file));
    }

    private static String read(URL resource) {
        try {
            return Resources.toString(resource, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
