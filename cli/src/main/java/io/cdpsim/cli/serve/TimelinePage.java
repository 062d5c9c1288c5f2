package io.cdpsim.cli.serve;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page of a run as a part of this one: in its light and its size, without the summary, which stands beside it. */
final class TimelinePage {
    private static final Pattern LOOK = Pattern.compile("(light|dark),([0-9]{1,2})");
    private static final double USUAL_SIZE = 16;

    private TimelinePage() {}

    /**
     * The page.
     *
     * @param page as the run wrote it
     * @param look {@code light} or {@code dark}, a comma and the size of text in pixels; anything else changes nothing
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
