package io.cdpsim.cli.validate;

import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.experiments.validation.ValidationResult;
import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Simulated against measured values on logarithmic scales, as SVG. Units differ between rows, so the axes are labelled with powers of
 * ten; a point on the diagonal is exact, a point in the band is within a factor of two.
 */
public final class ScatterPlot {
    private static final int SIZE = 640;
    private static final int LEFT = 70;
    private static final int TOP = 40;
    private static final int LEGEND = 190;
    private static final int BOTTOM = 60;
    private static final double FACTOR = 2;

    /** Colours that also differ in lightness; further benches reuse them with other shapes. */
    private static final String[] COLOURS = {
        "#1b6ca8", "#d1495b", "#2e8b57", "#e0931c", "#6a4c93", "#0a9396", "#8d5524", "#c2255c", "#5c7c00", "#343a40"
    };

    private final List<SimulatedRow> rows;
    private final List<SimulatedRow> before;
    private final Optional<String> notDrawn;
    private final List<String> benches;
    private final int lowest;
    private final int highest;
    private final StringBuilder svg = new StringBuilder();

    private ScatterPlot(List<SimulatedRow> earlier, ValidationResult result) {
        rows = result.rows().stream().filter(ScatterPlot::isDrawn).toList();
        before = earlier.stream().filter(ScatterPlot::isDrawn).toList();
        notDrawn = notDrawn(result);
        benches = new ArrayList<>(
                rows.stream().map(row -> row.row().bench()).distinct().toList());
        List<SimulatedRow> all = new ArrayList<>(rows);
        all.addAll(before);
        double least = all.stream()
                .mapToDouble(row -> Math.min(row.measured(), row.simulated()))
                .min()
                .orElse(1);
        double most = all.stream()
                .mapToDouble(row -> Math.max(row.measured(), row.simulated()))
                .max()
                .orElse(10);
        lowest = (int) Math.floor(Math.log10(least));
        highest = Math.max(lowest + 1, (int) Math.ceil(Math.log10(most)));
    }

    /** The picture of all rows with two positive values; it counts the others. */
    static String svg(String profile, ValidationResult result) {
        return new ScatterPlot(List.of(), result).draw(profile);
    }

    /** The picture with the values of an earlier profile in grey. */
    public static String svg(String profile, ValidationResult before, ValidationResult result) {
        return new ScatterPlot(before.rows(), result).draw(profile);
    }

    /** The number of rows that the picture omits, with reasons; empty if it shows all. */
    static Optional<String> notDrawn(ValidationResult result) {
        long notPositive = result.rows().stream().filter(row -> !isDrawn(row)).count();
        List<String> reasons = new ArrayList<>();
        if (notPositive > 0) {
            reasons.add(String.format(
                    Locale.ROOT, "%,d in which a value is zero or less, which has no logarithm", notPositive));
        }
        if (!result.skipped().isEmpty()) {
            reasons.add(String.format(
                    Locale.ROOT, "%,d not simulated", result.skipped().size()));
        }
        return reasons.isEmpty()
                ? Optional.empty()
                : Optional.of("Rows not drawn: " + String.join("; ", reasons) + ".");
    }

    private static boolean isDrawn(SimulatedRow row) {
        return row.measured() > 0 && row.simulated() > 0;
    }

    private double x(double value) {
        return LEFT + SIZE * (Math.log10(value) - lowest) / (highest - lowest);
    }

    private double y(double value) {
        return TOP + SIZE - SIZE * (Math.log10(value) - lowest) / (highest - lowest);
    }

    private void add(String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }

    private String draw(String profile) {
        int width = LEFT + SIZE + LEGEND;
        int height = TOP + SIZE + BOTTOM;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">",
                width, height, width, height);
        add("<title>Simulated against measured, %s</title>", escaped(profile));
        add("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", width, height);
        add(
                "<text x=\"%d\" y=\"24\" font-size=\"16\">Simulated against measured, %s: %,d rows</text>",
                LEFT, escaped(profile), rows.size());
        notDrawn.ifPresent(
                text -> add("<text x=\"%d\" y=\"%d\" fill=\"#666\">%s</text>", LEFT, height - 4, escaped(text)));
        drawBand();
        drawAxes();
        for (SimulatedRow row : before) {
            add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"#bbb\"/>", x(row.measured()), y(row.simulated()));
        }
        for (SimulatedRow row : rows) {
            drawMark(
                    benches.indexOf(row.row().bench()),
                    x(row.measured()),
                    y(row.simulated()),
                    escaped(row.row().name()));
        }
        drawLegend();
        svg.append("</svg>\n");
        return svg.toString();
    }

    private void drawBand() {
        double low = Math.pow(10, lowest);
        double high = Math.pow(10, highest);
        add(
                "<polygon points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f\" fill=\"#e9eef3\"/>",
                x(low),
                y(low),
                x(low),
                y(low * FACTOR),
                x(high / FACTOR),
                y(high),
                x(high),
                y(high),
                x(high),
                y(high / FACTOR),
                x(low * FACTOR),
                y(low));
        add(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#555\"/>",
                x(low), y(low), x(high), y(high));
    }

    private void drawAxes() {
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#222\"/>",
                LEFT, TOP, SIZE, SIZE);
        for (int power = lowest; power <= highest; power++) {
            double value = Math.pow(10, power);
            add(
                    "<path d=\"M%.1f %d v%d M%d %.1f h%d\" stroke=\"#bbb\" stroke-width=\"0.5\"/>",
                    x(value), TOP, SIZE, LEFT, y(value), SIZE);
            add("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>", x(value), TOP + SIZE + 18, ten(power));
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 6, y(value) + 4, ten(power));
        }
        add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">measured, in the unit of the row</text>",
                LEFT + SIZE / 2, TOP + SIZE + 44);
        add("<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\">simulated</text>", TOP + SIZE / 2);
    }

    private static String ten(int power) {
        return "10<tspan dy=\"-5\" font-size=\"9\">" + power + "</tspan>";
    }

    private void drawLegend() {
        int left = LEFT + SIZE + 24;
        for (int i = 0; i < benches.size(); i++) {
            int top = TOP + 14 + 18 * i;
            drawMark(i, left, top - 4, "");
            add("<text x=\"%d\" y=\"%d\">%s</text>", left + 12, top, escaped(benches.get(i)));
        }
        int top = TOP + 14 + 18 * benches.size() + 10;
        add("<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"10\" fill=\"#e9eef3\"/>", left - 7, top - 9);
        add("<text x=\"%d\" y=\"%d\">within a factor of two</text>", left + 12, top);
        if (!before.isEmpty()) {
            add("<circle cx=\"%d\" cy=\"%d\" r=\"2\" fill=\"#bbb\"/>", left, top + 14);
            add("<text x=\"%d\" y=\"%d\">before the fit</text>", left + 12, top + 18);
        }
    }

    private void drawMark(int bench, double x, double y, String name) {
        String colour = COLOURS[bench % COLOURS.length];
        String title = name.isEmpty() ? "" : "<title>" + name + "</title>";
        String style = "fill=\"" + colour + "\" fill-opacity=\"0.7\"";
        switch (bench / COLOURS.length % 3) {
            case 0 -> add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" %s>%s</circle>", x, y, style, title);
            case 1 ->
                add(
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"5\" height=\"5\" %s>%s</rect>",
                        x - 2.5, y - 2.5, style, title);
            default -> add("<path d=\"M%.1f %.1f l3 5.5 h-6 z\" %s>%s</path>", x, y - 3, style, title);
        }
    }

    private static String escaped(String text) {
        return PrintableText.xml(PrintableText.line(text));
    }
}
