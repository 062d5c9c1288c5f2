package io.cdpsim.cli.figure;

import io.cdpsim.cli.figure.AxisScale.CategoryScale;
import io.cdpsim.cli.figure.AxisScale.Tick;
import io.cdpsim.cli.figure.VectorCanvas.Anchor;
import java.util.ArrayList;
import java.util.List;

/** Places the parts of a figure and draws them: legend, grid, errors, data, axes. */
final class FigureDrawing {
    private static final double WIDTH = 560;
    private static final double PLOT_HEIGHT = 230;
    private static final double MARGIN = 10;
    private static final double LINE = 15;
    private static final double TICK = 4;
    private static final double SWATCH = 26;
    private static final double WIDEST_LABEL = 150;
    private static final double SLANT = 35;
    private static final double MARK = 3;
    private static final double BAR_SHARE = 0.8;
    private static final double WIDEST_BAR = 60;
    /** By how much a text is wider in the fonts that readers of SVG use where none has Helvetica's widths. */
    private static final double FALLBACK = 1.15;

    private static final double[] SOLID = {};
    private static final double[][] DASHES = {SOLID, {6, 3}, {2, 2}, {8, 3, 2, 3}};

    private final Figure figure;
    private final List<Tick> xTicks;
    private final List<Tick> yTicks;
    private final List<LegendEntry> legend;
    private final double left;
    private final double right;
    private final double top;
    private final double bottom;
    private final boolean isSlanted;

    /** An entry of the legend with its place. */
    private record LegendEntry(int series, String label, double x, double y) {}

    FigureDrawing(Figure figure) {
        this.figure = figure;
        xTicks = figure.x().scale().ticks().stream()
                .map(each -> new Tick(each.value(), TextWidth.shortened(each.label(), WIDEST_LABEL)))
                .toList();
        yTicks = figure.y().scale().ticks();
        legend = legend();
        double narrowest = MARGIN + LINE + FALLBACK * widest(yTicks) + TICK + 4;
        right = WIDTH - MARGIN - lastLabelOverhang();
        double slot = (right - narrowest) / Math.max(1, xTicks.size());
        isSlanted = figure.x().scale() instanceof CategoryScale && widest(xTicks) > slot - 4;
        left = isSlanted
                ? Math.max(narrowest, MARGIN + widest(xTicks) * Math.cos(Math.toRadians(SLANT)) - slot / 2)
                : narrowest;
        top = MARGIN + (legend.isEmpty() ? 0 : legend.get(legend.size() - 1).y() + 4);
        bottom = top + PLOT_HEIGHT;
    }

    double width() {
        return WIDTH;
    }

    double height() {
        return bottom + TICK + labelsHeight() + LINE + MARGIN;
    }

    private double labelsHeight() {
        return isSlanted ? 6 + widest(xTicks) * Math.sin(Math.toRadians(SLANT)) + 8 : LINE;
    }

    /** The last label is centred at its tick and must not be cut off. */
    private double lastLabelOverhang() {
        return xTicks.isEmpty() || figure.x().scale() instanceof CategoryScale
                ? 0
                : TextWidth.of(xTicks.get(xTicks.size() - 1).label()) / 2;
    }

    private static double widest(List<Tick> ticks) {
        return ticks.stream()
                .mapToDouble(each -> TextWidth.of(each.label()))
                .max()
                .orElse(0);
    }

    private List<LegendEntry> legend() {
        List<LegendEntry> entries = new ArrayList<>();
        double x = MARGIN;
        double y = LINE;
        for (int i = 0; i < figure.series().size(); i++) {
            String label = figure.series().get(i).label();
            if (!label.isEmpty()) {
                String shown = TextWidth.shortened(label, WIDTH - 2 * MARGIN - SWATCH);
                double needed = SWATCH + FALLBACK * TextWidth.of(shown);
                if (x > MARGIN && x + needed > WIDTH - MARGIN) {
                    x = MARGIN;
                    y += LINE;
                }
                entries.add(new LegendEntry(i, shown, x, y));
                x += needed + 16;
            }
        }
        return entries;
    }

    void draw(VectorCanvas canvas) {
        legend.forEach(each -> entry(canvas, each));
        for (Tick each : yTicks) {
            double y = y(each.value());
            canvas.line(new double[] {left, y, right, y}, FigureColor.GRID, 0.7, SOLID);
            canvas.text(left - TICK - 3, y + 4, Anchor.END, 0, FigureColor.INK, each.label());
        }
        for (int i = 0; i < figure.series().size(); i++) {
            errors(canvas, i);
        }
        for (int i = 0; i < figure.series().size(); i++) {
            data(canvas, i);
        }
        axes(canvas);
    }

    private double x(double value) {
        return left + (right - left) * figure.x().scale().share(value);
    }

    private double y(double value) {
        double share = figure.y().scale().share(value);
        return bottom - (bottom - top) * Math.min(1, Math.max(0, share));
    }

    private void entry(VectorCanvas canvas, LegendEntry entry) {
        FigureColor color = FigureColor.series(entry.series());
        double middle = entry.x() + (SWATCH - 6) / 2;
        double y = entry.y() - 4;
        switch (figure.style()) {
            case BARS -> rectangle(canvas, entry.x() + 4, y - 4, entry.x() + SWATCH - 10, y + 4, color);
            case LINES -> {
                canvas.line(new double[] {entry.x(), y, entry.x() + SWATCH - 6, y}, color, 1.5, dashes(entry.series()));
                mark(canvas, entry.series(), middle, y);
            }
            case STEPS ->
                canvas.line(new double[] {entry.x(), y, entry.x() + SWATCH - 6, y}, color, 1.5, dashes(entry.series()));
            case MARKS -> mark(canvas, entry.series(), middle, y);
        }
        canvas.text(entry.x() + SWATCH, entry.y(), Anchor.START, 0, FigureColor.INK, entry.label());
    }

    private static double[] dashes(int series) {
        return DASHES[series % DASHES.length];
    }

    private static void rectangle(VectorCanvas canvas, double x1, double y1, double x2, double y2, FigureColor color) {
        canvas.polygon(new double[] {x1, y1, x2, y1, x2, y2, x1, y2}, color, false);
    }

    /** The marks differ in shape, for prints without color. */
    private static void mark(VectorCanvas canvas, int series, double x, double y) {
        FigureColor color = FigureColor.series(series);
        double r = MARK;
        switch (series % 4) {
            case 0 -> canvas.disc(x, y, r, color);
            case 1 -> rectangle(canvas, x - r, y - r, x + r, y + r, color);
            case 2 ->
                canvas.polygon(new double[] {x, y - 1.3 * r, x + 1.2 * r, y + r, x - 1.2 * r, y + r}, color, false);
            default ->
                canvas.polygon(
                        new double[] {x, y - 1.4 * r, x + 1.4 * r, y, x, y + 1.4 * r, x - 1.4 * r, y}, color, false);
        }
    }

    private void errors(VectorCanvas canvas, int series) {
        List<DataPoint> points = figure.series().get(series).points();
        if (figure.style() != SeriesStyle.LINES || points.stream().noneMatch(DataPoint::hasError)) {
            return;
        }
        if (points.size() == 1) {
            whisker(canvas, x(points.get(0).x()), points.get(0));
            return;
        }
        int n = points.size();
        double[] outline = new double[4 * n];
        for (int i = 0; i < n; i++) {
            DataPoint point = points.get(i);
            outline[2 * i] = x(point.x());
            outline[2 * i + 1] = y(point.high());
            outline[4 * n - 2 * i - 2] = x(point.x());
            outline[4 * n - 2 * i - 1] = y(point.low());
        }
        canvas.polygon(outline, FigureColor.series(series), true);
    }

    private void whisker(VectorCanvas canvas, double x, DataPoint point) {
        if (point.hasError()) {
            double low = y(point.low());
            double high = y(point.high());
            canvas.line(new double[] {x, low, x, high}, FigureColor.INK, 1, SOLID);
            canvas.line(new double[] {x - 3, low, x + 3, low}, FigureColor.INK, 1, SOLID);
            canvas.line(new double[] {x - 3, high, x + 3, high}, FigureColor.INK, 1, SOLID);
        }
    }

    private void data(VectorCanvas canvas, int series) {
        List<DataPoint> points = figure.series().get(series).points();
        FigureColor color = FigureColor.series(series);
        switch (figure.style()) {
            case LINES -> {
                if (points.size() > 1) {
                    canvas.line(line(points), color, 1.5, dashes(series));
                }
                points.forEach(each -> described(canvas, each, () -> mark(canvas, series, x(each.x()), y(each.y()))));
            }
            case STEPS -> canvas.line(steps(points), color, 1.2, dashes(series));
            case MARKS, BARS -> categories(canvas, series, points, color);
        }
    }

    private static void described(VectorCanvas canvas, DataPoint point, Runnable shapes) {
        if (point.description().isEmpty()) {
            shapes.run();
            return;
        }
        canvas.beginGroup(point.description());
        shapes.run();
        canvas.endGroup();
    }

    private double[] line(List<DataPoint> points) {
        double[] line = new double[2 * points.size()];
        for (int i = 0; i < points.size(); i++) {
            line[2 * i] = x(points.get(i).x());
            line[2 * i + 1] = y(points.get(i).y());
        }
        return line;
    }

    private double[] steps(List<DataPoint> points) {
        double[] line = new double[Math.max(0, 4 * points.size() - 2)];
        for (int i = 0; i < points.size(); i++) {
            if (i > 0) {
                line[4 * i - 2] = x(points.get(i).x());
                line[4 * i - 1] = y(points.get(i - 1).y());
            }
            line[4 * i] = x(points.get(i).x());
            line[4 * i + 1] = y(points.get(i).y());
        }
        return line;
    }

    /** The series of a category side by side. */
    private void categories(VectorCanvas canvas, int series, List<DataPoint> points, FigureColor color) {
        int all = figure.series().size();
        double slot = BAR_SHARE * (right - left) / Math.max(1, xTicks.size());
        double bar = Math.min(WIDEST_BAR, slot / all);
        for (DataPoint each : points) {
            double middle = x(each.x()) + bar * (series - (all - 1) / 2.0);
            described(canvas, each, () -> {
                if (figure.style() == SeriesStyle.BARS) {
                    rectangle(canvas, middle - bar * 0.46, y(each.y()), middle + bar * 0.46, y(0), color);
                } else {
                    mark(canvas, series, middle, y(each.y()));
                }
                whisker(canvas, middle, each);
            });
        }
    }

    private void axes(VectorCanvas canvas) {
        canvas.line(new double[] {left, top, left, bottom, right, bottom}, FigureColor.INK, 1, SOLID);
        double free = Double.NEGATIVE_INFINITY;
        for (Tick each : xTicks) {
            double x = x(each.value());
            canvas.line(new double[] {x, bottom, x, bottom + TICK}, FigureColor.INK, 1, SOLID);
            double half = TextWidth.of(each.label()) / 2;
            if (isSlanted) {
                canvas.text(x + 3, bottom + TICK + 10, Anchor.END, SLANT, FigureColor.INK, each.label());
            } else if (x - half > free) {
                canvas.text(x, bottom + TICK + LINE - 3, Anchor.MIDDLE, 0, FigureColor.INK, each.label());
                free = x + half + 6;
            }
        }
        double width = right - left;
        canvas.text(
                (left + right) / 2,
                bottom + TICK + labelsHeight() + LINE - 2,
                Anchor.MIDDLE,
                0,
                FigureColor.INK,
                TextWidth.shortened(figure.x().label(), width));
        canvas.text(
                MARGIN + 8,
                (top + bottom) / 2,
                Anchor.MIDDLE,
                90,
                FigureColor.INK,
                TextWidth.shortened(figure.y().label(), bottom - top));
    }
}
