package io.cdpsim.cli.report;

import io.cdpsim.cli.figure.AxisScale.LinearScale;
import io.cdpsim.cli.figure.DataPoint;
import io.cdpsim.cli.figure.DataSeries;
import io.cdpsim.cli.figure.Figure;
import io.cdpsim.cli.figure.FigureAxis;
import io.cdpsim.cli.figure.SeriesStyle;
import io.cdpsim.experiments.trace.DeviceCounter;
import io.cdpsim.profile.ClockSpec;
import java.util.ArrayList;
import java.util.List;

/** A counter over the time of a run as a figure, to be saved. */
final class CounterFigure {
    /** Most values that are drawn each; of more, the least and the greatest of each stretch of time. */
    private static final int MOST_VALUES = 1_000;

    private static final int STRETCHES = MOST_VALUES / 2;

    private CounterFigure() {}

    /**
     * The figure as SVG; empty if the counter has no values.
     *
     * @param endCycles the end of the run
     * @param origin what was run
     */
    static String svg(DeviceCounter counter, long endCycles, ClockSpec clock, String origin) {
        List<DataPoint> points = points(counter, clock);
        if (points.isEmpty()) {
            return "";
        }
        double end = Math.max(
                clock.microsFromCycles(endCycles), points.get(points.size() - 1).x());
        points.add(DataPoint.of(end, points.get(points.size() - 1).y(), ""));
        double most = points.stream().mapToDouble(DataPoint::y).max().orElse(1);
        return new Figure(
                        new FigureAxis("time since the start (\u00b5s)", LinearScale.between(0, end)),
                        new FigureAxis(counter.name(), LinearScale.between(0, Math.max(1, most))),
                        List.of(new DataSeries("", points)),
                        SeriesStyle.STEPS,
                        origin)
                .svg();
    }

    private static List<DataPoint> points(DeviceCounter counter, ClockSpec clock) {
        List<DataPoint> points = new ArrayList<>();
        int count = counter.count();
        if (count <= MOST_VALUES) {
            for (int i = 0; i < count; i++) {
                points.add(point(counter, i, clock));
            }
            return points;
        }
        for (int stretch = 0; stretch < STRETCHES; stretch++) {
            int from = (int) ((long) count * stretch / STRETCHES);
            int to = (int) ((long) count * (stretch + 1) / STRETCHES);
            int least = from;
            int most = from;
            for (int i = from; i < to; i++) {
                least = counter.value(i) < counter.value(least) ? i : least;
                most = counter.value(i) > counter.value(most) ? i : most;
            }
            points.add(point(counter, Math.min(least, most), clock));
            points.add(point(counter, Math.max(least, most), clock));
        }
        return points;
    }

    private static DataPoint point(DeviceCounter counter, int index, ClockSpec clock) {
        return DataPoint.of(clock.microsFromCycles(counter.time(index)), (double) counter.value(index), "");
    }
}
