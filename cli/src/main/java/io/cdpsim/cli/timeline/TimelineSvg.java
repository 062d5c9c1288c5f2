package io.cdpsim.cli.timeline;

import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.profile.ClockSpec;
import java.util.Locale;

/** A timeline as SVG: one bar for each grid, below the grid that launched it. */
public final class TimelineSvg {
    private static final int WIDTH = 1000;
    private static final int LABELS = 230;
    private static final int RIGHT = 20;
    private static final int TOP = 58;
    private static final int ROW = 24;
    private static final int BAR = 14;
    private static final int MAX_INDENT = 8;
    private static final int INDENT = 16;
    private static final int MAX_LABEL = 30;
    private static final int TICKS = 5;
    private static final String POSTED = "#c9cfd6";
    private static final String RUNS = "#1f6fb2";
    private static final String ENDED = "#f0b45a";

    private final ClockSpec clock;
    private final TimelineRows rows;
    private final StringBuilder svg = new StringBuilder(4096);

    private TimelineSvg(Timeline timeline, ClockSpec clock) {
        this.clock = clock;
        this.rows = TimelineRows.of(timeline);
    }

    /**
     * The picture as a document.
     *
     * @param title the title above it
     */
    public static String text(String title, Timeline timeline, ClockSpec clock) {
        return new TimelineSvg(timeline, clock).draw(title);
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
            words(x, y + BAR - 2, "start", row.grid().isPresent() ? "normal" : "lighter", shortened(row.label()));
            int top = y;
            row.grid().ifPresent(grid -> bar(grid, top));
            y += ROW;
        }
        if (rows.isEmpty()) {
            words(10, y + BAR, "start", "normal", "No grid ran.");
        }
        return svg.append("</svg>\n").toString();
    }

    private void legend() {
        String[] names = {"posted, not started", "runs", "ended, waits for what it launched"};
        String[] colors = {POSTED, RUNS, ENDED};
        int x = LABELS;
        for (int i = 0; i < names.length; i++) {
            rectangle(x, 32, 12, 12, colors[i], names[i]);
            words(x + 17, 43, "start", "normal", names[i]);
            x += 40 + 7 * names[i].length();
        }
    }

    private void axis(int height) {
        double end = clock.microsFromCycles(rows.endCycles());
        double step = step(end / TICKS);
        for (double at = 0; at <= end && end > 0; at += step) {
            double x = LABELS + at / end * (WIDTH - LABELS - RIGHT);
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

    private void bar(GridLifetime grid, int y) {
        String tooltip = grid.kernel() + ", grid " + grid.grid();
        part(grid.posted(), grid.started(), y, POSTED, tooltip + ": posted");
        part(grid.bodyEnded(), grid.completed(), y, ENDED, tooltip + ": ended, not complete");
        // Last, so that a very short body is visible
        if (grid.started() >= 0) {
            part(
                    grid.started(),
                    grid.bodyEnded() < 0 ? rows.endCycles() : grid.bodyEnded(),
                    y,
                    RUNS,
                    tooltip + ": runs");
        }
    }

    private void part(long from, long to, int y, String color, String tooltip) {
        if (from < 0) {
            return;
        }
        double scale = (double) (WIDTH - LABELS - RIGHT) / Math.max(1, rows.endCycles());
        double left = LABELS + from * scale;
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

    private static String shortened(String label) {
        return label.length() <= MAX_LABEL ? label : label.substring(0, MAX_LABEL - 1) + "\u2026";
    }
}
