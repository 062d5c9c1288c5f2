package io.cdpsim.cli.classroom;

import io.cdpsim.cli.output.PrintableText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Markdown of lab pages as HTML: headings, paragraphs, lists, tables, code, pictures, emphasis. A link to a file becomes its text. */
final class MarkdownHtml {
    private static final Pattern INLINE = Pattern.compile(
            "`([^`]+)`|!\\[([^\\]]*)\\]\\(([\\w.-]+)\\)|\\[([^\\]]+)\\]\\([^)]*\\)|\\*\\*([^*]+)\\*\\*|\\*([^*]+)\\*");
    private static final Pattern NUMBERED = Pattern.compile("\\d+\\. .*");

    private MarkdownHtml() {}

    /**
     * The HTML.
     *
     * @param pictures the path before the name of a picture
     */
    static String of(String markdown, String pictures) {
        StringBuilder html = new StringBuilder();
        String[] lines = markdown.split("\n", -1);
        int i = 0;
        while (i < lines.length) {
            String line = lines[i];
            int start = i;
            if (line.startsWith("```")) {
                i++;
                while (i < lines.length && !lines[i].startsWith("```")) {
                    i++;
                }
                html.append("<pre>")
                        .append(escaped(joined(lines, start + 1, i, "\n")))
                        .append("</pre>\n");
                i++;
            } else if (line.startsWith("#")) {
                int level =
                        Math.min(6, line.length() - line.replaceFirst("^#+", "").length());
                html.append("<h" + level + ">")
                        .append(inline(line.substring(level).strip(), pictures))
                        .append("</h" + level + ">\n");
                i++;
            } else if (line.startsWith("|")) {
                while (i < lines.length && lines[i].startsWith("|")) {
                    i++;
                }
                html.append(table(List.of(lines).subList(start, i), pictures));
            } else if (line.startsWith("- ") || NUMBERED.matcher(line).matches()) {
                boolean isNumbered = !line.startsWith("- ");
                String tag = isNumbered ? "ol" : "ul";
                html.append("<" + tag + ">\n");
                while (i < lines.length && !lines[i].isBlank()) {
                    int item = i++;
                    while (i < lines.length && lines[i].startsWith("  ")) {
                        i++;
                    }
                    String text = joined(lines, item, i, " ").replaceFirst("^(- |\\d+\\. )", "");
                    html.append("<li>").append(inline(text, pictures)).append("</li>\n");
                }
                html.append("</" + tag + ">\n");
            } else if (line.isBlank()) {
                i++;
            } else {
                while (i < lines.length
                        && !lines[i].isBlank()
                        && !lines[i].startsWith("```")
                        && !lines[i].startsWith("|")) {
                    i++;
                }
                html.append("<p>")
                        .append(inline(joined(lines, start, i, " "), pictures))
                        .append("</p>\n");
            }
        }
        return html.toString();
    }

    private static String joined(String[] lines, int from, int to, String separator) {
        return String.join(separator, List.of(lines).subList(from, Math.min(to, lines.length)));
    }

    private static String table(List<String> lines, String pictures) {
        return lines.stream()
                .filter(each -> !each.matches("\\|[|: -]+\\|?"))
                .map(each -> Stream.of(each.replaceAll("^\\||\\|$", "").split("\\|", -1))
                        .map(cell -> "<td>" + inline(cell.strip(), pictures) + "</td>")
                        .collect(Collectors.joining("", "<tr>", "</tr>\n")))
                .collect(Collectors.joining("", "<table>\n", "</table>\n"));
    }

    private static String inline(String text, String pictures) {
        StringBuilder html = new StringBuilder();
        Matcher found = INLINE.matcher(text);
        int end = 0;
        while (found.find()) {
            html.append(escaped(text.substring(end, found.start())));
            end = found.end();
            if (found.group(1) != null) {
                html.append("<code>").append(escaped(found.group(1))).append("</code>");
            } else if (found.group(3) != null) {
                html.append("<img src=\"" + pictures + found.group(3) + "\" alt=\"" + escaped(found.group(2)) + "\">");
            } else if (found.group(4) != null) {
                html.append(inline(found.group(4), pictures));
            } else if (found.group(5) != null) {
                html.append("<strong>").append(inline(found.group(5), pictures)).append("</strong>");
            } else {
                html.append("<em>").append(inline(found.group(6), pictures)).append("</em>");
            }
        }
        return html.append(escaped(text.substring(end))).toString();
    }

    /** Text between tags or in an attribute. */
    static String escaped(String text) {
        return PrintableText.xml(text).replace("\"", "&quot;");
    }
}
