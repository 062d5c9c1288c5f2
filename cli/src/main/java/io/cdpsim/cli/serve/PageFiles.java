package io.cdpsim.cli.serve;

import io.cdpsim.cli.output.ResourceText;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files of the page: its own resources, and those of the editor, CodeMirror. No other file is served. */
final class PageFiles {
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";

    private static final Map<String, String> OWN = Map.of(
            "", "text/html; charset=utf-8",
            "page.css", STYLE,
            "page.js", SCRIPT,
            "editor.js", SCRIPT,
            "results.js", SCRIPT,
            "share.js", SCRIPT);

    /** The editor's files by the names that the page has for them. */
    private static final Map<String, String> LIBRARY = Map.of(
            "codemirror.js", "lib/codemirror.js",
            "codemirror.css", "lib/codemirror.css",
            "simple.js", "addon/mode/simple.js",
            "clike.js", "mode/clike/clike.js",
            "yaml.js", "mode/yaml/yaml.js",
            "matchbrackets.js", "addon/edit/matchbrackets.js",
            "LICENSE", "LICENSE");

    /**
     * A file.
     *
     * @param type its media type
     * @param text its content
     */
    record PageFile(String type, String text) {}

    private PageFiles() {}

    /** The file of a name; empty if there is none. */
    static Optional<PageFile> find(String name) {
        if (LIBRARY.containsKey(name)) {
            String type = name.endsWith(".css") ? STYLE : name.endsWith(".js") ? SCRIPT : "text/plain; charset=utf-8";
            return Optional.of(new PageFile(
                    type, ResourceText.ofLibrary("codemirror", Objects.requireNonNull(LIBRARY.get(name)))));
        }
        return Optional.ofNullable(OWN.get(name))
                .map(type -> new PageFile(type, own(name.isEmpty() ? "page.html" : name)));
    }

    /** An own resource. */
    static String own(String name) {
        return ResourceText.of(PageFiles.class, name);
    }

    /** The page of a run embedded in this one: with its theme and text size, and without the summary. */
    static final class TimelinePage {
        private static final Pattern LOOK = Pattern.compile("(light|dark),([0-9]{1,2})");
        private static final double USUAL_SIZE = 16;

        private TimelinePage() {}

        /**
         * The page.
         *
         * @param page as the run wrote it
         * @param look {@code light} or {@code dark}, a comma and the text size in pixels; any other text changes nothing
         */
        static String of(String page, String look) {
            Matcher found = LOOK.matcher(look);
            if (!found.matches()) {
                return page;
            }
            String style = "<style>header, #main > section:first-of-type, footer { display: none } body { zoom: "
                    + Integer.parseInt(found.group(2)) / USUAL_SIZE + " }</style></head>";
            return page.replaceFirst("<html lang=\"en\">", "<html lang=\"en\" data-theme=\"" + found.group(1) + "\">")
                    .replaceFirst("</head>", style);
        }
    }
}
