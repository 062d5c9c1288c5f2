package io.cdpsim.cli.litmus.picture;

import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.memory.consistency.explain.ExecutionPicture;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** An execution as SVG: one box for each event, later events further down. */
public final class ExecutionSvg {
    private static final double ASCENT = 12;

    private ExecutionSvg() {}

    /** The picture as a document. */
    public static String text(ExecutionPicture picture) {
        DiagramGeometry places = DiagramLayout.of(picture);
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"monospace\""
                        + " font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                places.width(),
                places.height()));
        svg.append("<defs>\n");
        places.routes().stream()
                .map(DiagramGeometry.Route::color)
                .distinct()
                .sorted()
                .forEach(color -> svg.append(tip(color)));
        svg.append("</defs>\n");
        places.routes().forEach(each -> svg.append(route(each)));
        for (DiagramGeometry.Box each : places.boxes()) {
            svg.append(rectangle("event", each.area(), "#ffffff", "#444444"));
            svg.append(words("name", each.area(), 0, "bold", "#000000", each.name()));
            if (!each.text().isEmpty()) {
                svg.append(words("text", each.area(), DiagramLayout.LINE, "normal", "#000000", each.text()));
            }
        }
        places.routes().stream().filter(each -> !each.label().isEmpty()).forEach(each -> svg.append(label(each)));
        return svg.append("</svg>\n").toString();
    }

    /** What the colours of edges mean: words by colour, in reading order. */
    public static Map<String, String> legend() {
        Map<String, String> legend = new LinkedHashMap<>();
        legend.put(DiagramGeometry.EdgeColor.of("po"), "program order");
        legend.put(DiagramGeometry.EdgeColor.of("rf"), "reads from (rf, obs)");
        legend.put(DiagramGeometry.EdgeColor.of("co"), "coherence order of writes (co)");
        legend.put(DiagramGeometry.EdgeColor.of("fr"), "reads before a write (fr)");
        legend.put(DiagramGeometry.EdgeColor.of("sync"), "synchronization (sync, sc, barrier)");
        legend.put(DiagramGeometry.EdgeColor.of("launch"), "launches, starts and completions of grids");
        legend.put(DiagramGeometry.EdgeColor.of("race"), "race");
        return legend;
    }

    /** The head of the arrows of a colour. */
    private static String tip(String color) {
        return "<marker id=\"" + tipName(color)
                + "\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerUnits=\"userSpaceOnUse\""
                + " markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M0,0 L10,5 L0,10 z\" fill=\"" + color
                + "\"/></marker>\n";
    }

    private static String tipName(String color) {
        return "tip-" + color.substring(1);
    }

    private static String rectangle(String kind, DiagramGeometry.Area area, String fill, String stroke) {
        return String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\" fill=\"%s\""
                        + " stroke=\"%s\"/>\n",
                kind,
                area.x(),
                area.y(),
                area.width(),
                area.height(),
                fill,
                stroke);
    }

    private static String route(DiagramGeometry.Route route) {
        List<DiagramGeometry.Point> line = route.line();
        String points = line.stream()
                .map(each -> String.format(Locale.ROOT, "%.1f,%.1f", each.x(), each.y()))
                .collect(Collectors.joining(" "));
        return "<polyline class=\"edge\" points=\"" + points + "\" fill=\"none\" stroke=\"" + route.color()
                + "\" stroke-width=\"" + (route.marked() ? "2.5" : "1.2") + "\" marker-end=\"url(#"
                + tipName(route.color()) + ")\"/>\n";
    }

    /** A line of text in the middle of an area, so far below its upper edge. */
    private static String words(
            String kind, DiagramGeometry.Area area, double below, String weight, String color, String text) {
        return String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-weight=\"%s\""
                        + " fill=\"%s\">%s</text>\n",
                kind,
                area.x() + area.width() / 2,
                area.y() + below + ASCENT + 4,
                weight,
                color,
                PrintableText.xml(text));
    }

    private static String label(DiagramGeometry.Route route) {
        DiagramGeometry.Area area = route.labelArea();
        return String.format(
                Locale.ROOT,
                "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" font-weight=\"%s\" fill=\"%s\">%s</text>\n",
                area.x(),
                area.y() + ASCENT,
                route.marked() ? "bold" : "normal",
                route.color(),
                PrintableText.xml(route.label()));
    }
}
