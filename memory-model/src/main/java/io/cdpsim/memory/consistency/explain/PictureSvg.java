package io.cdpsim.memory.consistency.explain;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** An execution drawn as SVG: a column for each thread, time downwards. */
final class PictureSvg {
    private static final int COLUMN = 260;
    private static final int ROW = 70;
    private static final int BOX_WIDTH = 210;
    private static final int BOX_HEIGHT = 40;
    private static final int TOP = 60;

    private PictureSvg() {}

    static String text(ExecutionPicture picture) {
        Map<Integer, int[]> centres = new HashMap<>();
        StringBuilder boxes = new StringBuilder();
        int rows = 1;
        for (int c = 0; c < picture.columns().size(); c++) {
            ExecutionPicture.Column column = picture.columns().get(c);
            int x = COLUMN / 2 + c * COLUMN;
            boxes.append(label(x, TOP / 2, column.title(), "bold"));
            rows = Math.max(rows, column.nodes().size());
            for (int r = 0; r < column.nodes().size(); r++) {
                ExecutionPicture.Node node = column.nodes().get(r);
                int y = TOP + ROW / 2 + r * ROW;
                centres.put(node.event(), new int[] {x, y});
                boxes.append(String.format(
                        Locale.ROOT,
                        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f6f6f6\" stroke=\"#444444\"/>\n",
                        x - BOX_WIDTH / 2,
                        y - BOX_HEIGHT / 2,
                        BOX_WIDTH,
                        BOX_HEIGHT));
                boxes.append(label(x, y - 4, (node.name() + ": " + node.effect()).replaceAll(": $", ""), "bold"));
                boxes.append(label(x, y + 12, node.text(), "normal"));
            }
        }
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"monospace\""
                        + " font-size=\"11\">\n<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\""
                        + " markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0 L10,5 L0,10 z\"/></marker>"
                        + "</defs>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                COLUMN * picture.columns().size(),
                TOP + ROW * rows));
        svg.append(boxes);
        for (ExecutionPicture.Arrow each : picture.edges()) {
            int[] from = Objects.requireNonNull(centres.get(each.from()));
            int[] to = Objects.requireNonNull(centres.get(each.to()));
            svg.append(arrow(each, from, to));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String arrow(ExecutionPicture.Arrow arrow, int[] from, int[] to) {
        boolean sameColumn = from[0] == to[0];
        boolean neighbours = sameColumn && to[1] - from[1] == ROW;
        int side = Integer.signum(to[0] - from[0]);
        int x1 = from[0] + side * BOX_WIDTH / 2;
        int x2 = to[0] - side * BOX_WIDTH / 2;
        int y1 = from[1];
        int y2 = to[1];
        int bend = 0;
        if (neighbours) {
            y1 += BOX_HEIGHT / 2;
            y2 -= BOX_HEIGHT / 2;
        } else if (sameColumn) {
            x1 += BOX_WIDTH / 2;
            x2 += BOX_WIDTH / 2;
            bend = 40;
        }
        return String.format(
                        Locale.ROOT,
                        "<path d=\"M%d,%d Q%d,%d %d,%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\""
                                + " marker-end=\"url(#tip)\"/>\n",
                        x1,
                        y1,
                        (x1 + x2) / 2 + bend,
                        (y1 + y2) / 2,
                        x2,
                        y2,
                        ArrowColor.of(arrow),
                        arrow.marked() ? 3 : 1)
                + label((x1 + x2 + bend) / 2 + 8, (y1 + y2) / 2 - 3, arrow.relation(), "normal");
    }

    private static String label(int x, int y, String text, String weight) {
        String clean = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-weight=\"%s\">%s</text>\n",
                x,
                y,
                weight,
                clean);
    }
}
