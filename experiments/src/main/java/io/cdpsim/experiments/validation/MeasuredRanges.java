package io.cdpsim.experiments.validation;

import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.experiments.validation.row.MeasuredRows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What several processes measured of one row each time, for experiments that the hardware repeats with different results: the least and the largest of their
 * medians.
 */
public final class MeasuredRanges {
    /** How far beyond the least and the largest a simulated value may be, a fraction of them. */
    static final double TOLERANCE = 0.1;

    private final Map<String, MeasuredRow> byName = new LinkedHashMap<>();

    /**
     * @param ranges rows whose minimum and maximum are those of the processes' medians, and whose runs are the processes; of one name the last counts
     */
    MeasuredRanges(List<MeasuredRow> ranges) {
        ranges.forEach(each -> byName.put(each.name(), each));
    }

    /** The shipped ranges for a profile; none if nothing was repeated on its GPU. */
    public static MeasuredRanges shippedFor(String profile) {
        String name = "runs/" + profile + ".csv";
        try (InputStream in = MeasuredRanges.class.getResourceAsStream(name)) {
            return new MeasuredRanges(
                    in == null
                            ? List.of()
                            : MeasuredRows.read(
                                    name, new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many simulated rows have a range, by bench in the order of the rows, and how many of them are within it, or no more than 10% beyond. */
    public Map<String, RangeCount> count(List<SimulatedRow> rows) {
        Map<String, RangeCount> counts = new LinkedHashMap<>();
        for (SimulatedRow each : rows) {
            if (byName.containsKey(each.row().name())) {
                int within = contain(each.row(), each.simulated()) ? 1 : 0;
                counts.merge(each.row().bench(), new RangeCount(within, 1), RangeCount::plus);
            }
        }
        return counts;
    }

    /** Whether a row has a range, and a simulated value is within it or no more than 10% beyond. */
    public boolean contain(MeasuredRow row, double simulated) {
        MeasuredRow range = byName.get(row.name());
        return range != null
                && simulated >= range.min() * (1 - TOLERANCE)
                && simulated <= range.max() * (1 + TOLERANCE);
    }

    /**
     * Counts of rows of which several processes measured a range.
     *
     * @param within rows whose simulated value is within the range, or no more than 10% beyond
     * @param rows rows with a range
     */
    public record RangeCount(int within, int rows) {
        RangeCount plus(RangeCount other) {
            return new RangeCount(within + other.within, rows + other.rows);
        }
    }
}
