package io.cdpsim.cli.figure;

import java.util.List;

/**
 * Values that belong together.
 *
 * @param label the name in the legend; empty for none
 * @param points from left to right
 */
public record DataSeries(String label, List<DataPoint> points) {
    public DataSeries {
        points = List.copyOf(points);
    }
}
