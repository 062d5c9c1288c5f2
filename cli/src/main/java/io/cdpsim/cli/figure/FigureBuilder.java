package io.cdpsim.cli.figure;

import io.cdpsim.cli.figure.AxisScale.CategoryScale;
import io.cdpsim.cli.figure.AxisScale.LinearScale;
import io.cdpsim.cli.figure.AxisScale.LogarithmicScale;
import io.cdpsim.cli.figure.AxisScale.Tick;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes figures of values: numbers on the horizontal axis become lines, names become bars, or marks on a logarithmic scale, since a line between names
 * has no meaning and a bar needs a zero.
 *
 * @param x the horizontal axis
 * @param y the vertical axis; a unit of time is replaced by one that fits the values
 * @param isLogarithmicX whether numbers on the horizontal axis have a logarithmic scale; they must be positive
 * @param isLogarithmicY whether the vertical axis has one; values must be positive
 * @param origin as {@link Figure#origin()}
 */
public record FigureBuilder(AxisLabel x, AxisLabel y, boolean isLogarithmicX, boolean isLogarithmicY, String origin) {
    /** Below this share of the largest value, the smallest is drawn above an axis that starts at zero. */
    private static final double NEAR = 0.7;

    /**
     * The figure.
     *
     * @param values at least one; series and names are drawn in the order of their first value
     */
    public Figure build(List<DataValue> values) {
        List<String> places = values.stream().map(DataValue::x).distinct().toList();
        Optional<AxisNumbers> numbers = AxisNumbers.of(places);
        AxisLabel shownY = y.fitting(
                values.stream().mapToDouble(each -> Math.abs(each.y())).max().orElse(0));
        double factor = y.factorTo(shownY);
        Map<String, List<DataPoint>> series = new LinkedHashMap<>();
        for (DataValue each : values) {
            int place = places.indexOf(each.x());
            double at = numbers.map(all -> all.values().get(place)).orElse((double) place);
            double height = factor * each.y();
            String description = (each.series().isEmpty() ? "" : each.series() + ", ") + x.name() + " " + each.x()
                    + ": " + Tick.text(significant(height)) + (shownY.unit().isEmpty() ? "" : " " + shownY.unit());
            series.computeIfAbsent(each.series(), name -> new ArrayList<>())
                    .add(new DataPoint(
                            at, height, lowest(factor * each.low(), height), factor * each.high(), description));
        }
        List<DataSeries> sorted = new ArrayList<>();
        series.forEach((label, points) -> {
            points.sort(Comparator.comparingDouble(DataPoint::x));
            sorted.add(new DataSeries(label, points));
        });
        SeriesStyle style =
                numbers.isPresent() ? SeriesStyle.LINES : isLogarithmicY ? SeriesStyle.MARKS : SeriesStyle.BARS;
        String unit = numbers.map(AxisNumbers::unit).orElse("");
        AxisLabel shownX = unit.isEmpty() ? x : new AxisLabel(x.name(), unit);
        return new Figure(
                new FigureAxis(
                        shownX.text(),
                        numbers.map(all -> horizontal(all, isLogarithmicX)).orElseGet(() -> new CategoryScale(places))),
                new FigureAxis(shownY.text(), vertical(sorted, isLogarithmicY, style)),
                sorted,
                style,
                origin);
    }

    /** On a logarithmic scale an error that reaches zero is cut off far below its value. */
    private double lowest(double low, double height) {
        return isLogarithmicY && low <= 0 ? height / 10 : low;
    }

    /** Four significant digits. */
    private static double significant(double value) {
        return value == 0 ? 0 : new BigDecimal(value).round(new MathContext(4)).doubleValue();
    }

    private static AxisScale horizontal(AxisNumbers numbers, boolean isLogarithmic) {
        double[] values =
                numbers.values().stream().mapToDouble(each -> each).sorted().toArray();
        return isLogarithmic ? LogarithmicScale.of(values) : LinearScale.around(values[0], values[values.length - 1]);
    }

    private static AxisScale vertical(List<DataSeries> series, boolean isLogarithmic, SeriesStyle style) {
        double least = extreme(series, true);
        double most = extreme(series, false);
        if (isLogarithmic) {
            return LogarithmicScale.between(least, most);
        }
        boolean fromZero = style == SeriesStyle.BARS || (least >= 0 && least < NEAR * most);
        return LinearScale.between(fromZero ? Math.min(0, least) : least, fromZero ? Math.max(0, most) : most);
    }

    private static double extreme(List<DataSeries> series, boolean least) {
        var ends = series.stream()
                .flatMap(each -> each.points().stream())
                .mapToDouble(least ? DataPoint::low : DataPoint::high);
        return (least ? ends.min() : ends.max()).orElse(0);
    }
}
