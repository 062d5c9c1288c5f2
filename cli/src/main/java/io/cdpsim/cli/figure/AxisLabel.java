package io.cdpsim.cli.figure;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The name and the unit of what an axis shows.
 *
 * @param name the name
 * @param unit the unit as it is printed; empty for none
 */
public record AxisLabel(String name, String unit) {
    /** The times in ascending order: the name in columns, the unit as it is printed, and its nanoseconds. */
    private static final List<UnitOfTime> TIMES = List.of(
            new UnitOfTime("ns", "ns", 1),
            new UnitOfTime("us", "\u00b5s", 1e3),
            new UnitOfTime("ms", "ms", 1e6),
            new UnitOfTime("s", "s", 1e9));

    /** Units at the end of a column's name after an underscore. */
    private static final Map<String, String> UNITS = Map.ofEntries(
            Map.entry("ns", "ns"),
            Map.entry("us", "\u00b5s"),
            Map.entry("ms", "ms"),
            Map.entry("s", "s"),
            Map.entry("bytes", "bytes"),
            Map.entry("kib", "KiB"),
            Map.entry("mib", "MiB"),
            Map.entry("gib", "GiB"),
            Map.entry("gbps", "GB/s"),
            Map.entry("gb_s", "GB/s"),
            Map.entry("gib_s", "GiB/s"),
            Map.entry("pct", "%"),
            Map.entry("percent", "%"),
            Map.entry("mhz", "MHz"),
            Map.entry("ghz", "GHz"),
            Map.entry("cycles", "cycles"));

    /** A unit of time. */
    private record UnitOfTime(String column, String printed, double nanos) {}

    /** The label of a column: {@code time_us} is a time in microseconds, {@code million_edges_per_s} has no other unit than its name. */
    public static AxisLabel ofColumn(String column) {
        int per = column.lastIndexOf("_per_");
        String end = column.toLowerCase(Locale.ROOT);
        for (int at = end.indexOf('_'); at > 0; at = end.indexOf('_', at + 1)) {
            String unit = UNITS.get(end.substring(at + 1));
            if (unit != null && per < 0) {
                return new AxisLabel(words(column.substring(0, at)), unit);
            }
        }
        return new AxisLabel(words(column), "");
    }

    /** The name of a column in words; a field of a profile and a macro, which users type, stay as they are. */
    public static String words(String column) {
        return column.contains(".") || column.startsWith("-D") ? column : column.replace('_', ' ');
    }

    /** The label as text: {@code time (ms)}. */
    public String text() {
        return unit.isEmpty() ? name : name + " (" + unit + ")";
    }

    /** The label with another unit of time, in which a number has one to four digits before the point; the same if the unit is none of time. */
    AxisLabel fitting(double value) {
        double nanos = Math.abs(value) * nanos();
        if (nanos == 0) {
            return this;
        }
        UnitOfTime best = TIMES.get(0);
        for (UnitOfTime each : TIMES) {
            best = nanos >= 10 * each.nanos() ? each : best;
        }
        return new AxisLabel(name, best.printed());
    }

    /** By how much numbers with this label are multiplied to have another one. */
    double factorTo(AxisLabel other) {
        return nanos() == 0 || other.nanos() == 0 ? 1 : nanos() / other.nanos();
    }

    /** The nanoseconds of the unit; 0 if it is none of time. */
    private double nanos() {
        return TIMES.stream()
                .filter(each -> each.printed().equals(unit))
                .mapToDouble(UnitOfTime::nanos)
                .findFirst()
                .orElse(0);
    }
}
