package io.cdpsim.cli.timeline;

import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.graphs.GraphLaunchLifetime;
import io.cdpsim.observe.graphs.GraphWait;
import io.cdpsim.profile.ClockSpec;
import java.util.List;
import java.util.Locale;

/** A timeline as SVG: one bar for each grid, below the grid that launched it, and for each launch of a graph, with its nodes below it. */
public final class TimelineSvg {
    private static final int WIDTH = 1000;
    private static final int LABELS = 230;
    private static final int LABELS_OF_GRAPHS = 290;
    private static final int RIGHT = 20;
    private static final int TOP = 58;
    private static final int ROW = 24;
    private static final int BAR = 14;
    private static final int MAX_INDENT = 8;
    private static final int INDENT = 16;
    /** Pixels of a label for each of its characters, at most. */
    private static final int CHARACTER = 7;

    private static final int TICKS = 5;
    private static final String POSTED = "#c9cfd6";
    private static final String OTHER_NODE = "#e6e9ed";
    private static final String RUNS = "#1f6fb2";
    private static final String ENDED = "#f0b45a";

    private final ClockSpec clock;
    private final TimelineRows rows;
    private final int labels;
    private final StringBuilder svg = new StringBuilder(4096);

    private TimelineSvg(Timeline timeline, List<GraphLaunchLifetime> launches, ClockSpec clock) {
        this.clock = clock;
        this.rows = TimelineRows.of(timeline, launches);
        labels = rows.hasGraphs() ? LABELS_OF_GRAPHS : LABELS;
    }

    /**
     * The picture as a document.
     *
     * @param title the title above it
     * @param launches the launches of graphs
     */
    public static String text(String title, Timeline timeline, List<GraphLaunchLifetime> launches, ClockSpec clock) {
        return new TimelineSvg(timeline, launches, clock).draw(title);
    }

    private String draw(String title) {
        int height = TOP + ROW * Math.max(1, rows.rows().size()) + 34;
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " role=\"img\" font-family=\"sans-serif\" font-size=\"13\">%n<title>%s</title>%n<rect"
                        + " width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                WIDTH,
                height,
                WIDTH,
                height,
                PrintableText.xml(title)));
        words(10, 22, "start", "bold", title);
        legend();
        axis(height);
        int y = TOP;
        for (TimelineRows.Row row : rows.rows()) {
            int x = 10 + INDENT * Math.min(MAX_INDENT, row.indent());
            words(x, y + BAR - 2, "start", row.bar().isPresent() ? "normal" : "lighter", shortened(label(row)));
            int top = y;
            row.bar().ifPresent(bar -> bar(row.label(), bar, top));
            y += ROW;
        }
        if (rows.isEmpty()) {
            words(10, y + BAR, "start", "normal", "No grid ran.");
        }
        return svg.append("</svg>\n").toString();
    }

    /** The label of a row; for a launch of a graph or a node, also who launched it or which node it followed. */
    private static String label(TimelineRows.Row row) {
        if (row.bar().isEmpty()) {
            return row.label();
        }
        TimelineRows.Bar bar = row.bar().get();
        if (!bar.parent().startsWith("launch ")) {
            return bar.number().isEmpty() ? row.label() + ": " + bar.parent() : row.label();
        }
        return row.label()
                + bar.waits().stream()
                        .map(GraphWait::reason)
                        .filter(TimelineSvg::isNode)
                        .map(each -> ", after " + each.replaceFirst(" \\(.*", ""))
                        .findFirst()
                        .orElse("");
    }

    private static boolean isNode(String reason) {
        return reason.startsWith("node ");
    }

    private void legend() {
        String[] names = {"posted, not started", "runs", "ended, waits for what it launched", "waits for another node"};
        String[] colors = {POSTED, RUNS, ENDED, OTHER_NODE};
        int x = labels;
        for (int i = 0; i < (rows.hasGraphs() ? names.length : names.length - 1); i++) {
            rectangle(x, 32, 12, 12, colors[i], names[i]);
            words(x + 17, 43, "start", "normal", names[i]);
            x += 40 + 7 * names[i].length();
        }
    }

    private void axis(int height) {
        double end = clock.microsFromCycles(rows.endCycles());
        double step = step(end / TICKS);
        for (double at = 0; at <= end && end > 0; at += step) {
            double x = labels + at / end * (WIDTH - labels - RIGHT);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#dddddd\"/>%n",
                    x,
                    TOP - 4,
                    x,
                    height - 26));
            words(x, height - 10, "middle", "normal", figure(at) + " us");
        }
    }

    /** The next of 1, 2, 5, 10, 20... */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(least, 1e-6))));
        for (double each : new double[] {1, 2, 5}) {
            if (each * power >= least) {
                return each * power;
            }
        }
        return 10 * power;
    }

    private static String figure(double micros) {
        return micros == Math.rint(micros)
                ? String.format(Locale.ROOT, "%.0f", micros)
                : String.format(Locale.ROOT, "%.4g", micros).replaceAll("\\.?0+$", "");
    }

    private void bar(String label, TimelineRows.Bar bar, int y) {
        String tooltip = label + (bar.number().isEmpty() ? ", by " + bar.parent() : ", grid " + bar.number());
        part(bar.posted(), bar.started(), y, POSTED, tooltip + ": posted");
        for (GraphWait each : bar.waits()) {
            String color = isNode(each.reason()) ? OTHER_NODE : POSTED;
            part(each.start(), each.end(), y, color, tooltip + ": waits for " + each.reason());
        }
        part(bar.bodyEnded(), bar.completed(), y, ENDED, tooltip + ": ended, not complete");
        // Last, so that a very short body is visible
        if (bar.started() >= 0) {
            part(bar.started(), bar.bodyEnded() < 0 ? rows.endCycles() : bar.bodyEnded(), y, RUNS, tooltip + ": runs");
        }
    }

    private void part(long from, long to, int y, String color, String tooltip) {
        if (from < 0) {
            return;
        }
        double scale = (double) (WIDTH - labels - RIGHT) / Math.max(1, rows.endCycles());
        double left = labels + from * scale;
        double width = (to < 0 ? rows.endCycles() - from : to - from) * scale;
        if (width > 0 || color.equals(RUNS)) {
            rectangle(left, y, Math.max(1.5, width), BAR, color, tooltip);
        }
    }

    private void rectangle(double x, double y, double width, double height, String color, String tooltip) {
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%s</title></rect>%n",
                x,
                y,
                width,
                height,
                color,
                PrintableText.xml(tooltip)));
    }

    private void words(double x, double y, String anchor, String weight, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-weight=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                weight,
                PrintableText.xml(text)));
    }

    private String shortened(String label) {
        int most = labels / CHARACTER - 2;
        return label.length() <= most ? label : label.substring(0, most - 1) + "\u2026";
    }
}
