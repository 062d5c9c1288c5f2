package io.cdpsim.experiments.validation.row;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The format of a bench's rows: the unit of the simulated value, and the parameter values that define an experiment.
 *
 * @param bench the experiment
 * @param parameter name of the varied parameter; empty for any
 * @param metric the measured quantity
 * @param unit the unit of min, median and max
 * @param least smallest value of the parameter, a whole number
 * @param most largest value
 */
record MeasurementFormat(String bench, String parameter, String metric, String unit, long least, long most) {
    /** Launches, links and levels of one experiment: a thousand times the measured number. */
    private static final long MANY = 1_000_000;

    private static final long ANY = Integer.MAX_VALUE;
    private static final long BYTES = 1L << 40;

    private static final Map<String, List<MeasurementFormat>> BY_BENCH = Stream.of(
                    of("api", "cost", "cycles", 0, ANY),
                    new MeasurementFormat("atomics", "blocks", "rate", "Gops/s", 1, ANY),
                    new MeasurementFormat("atomics", "words", "rate", "Gops/s", 1, BYTES / Integer.BYTES),
                    new MeasurementFormat("atomics", "stride", "rate", "lanes/cycle", 0, 1024),
                    of("bfs", "whole_search", "ms", 0, ANY),
                    of("block_dispatch", "empty_grid", "us", 1, ANY),
                    of("chain", "whole", "us", 1, MANY),
                    of("child_size", "whole", "us", 0, ANY),
                    of("clock", "rate", "GHz", 0, ANY),
                    of("clock", "step", "ns", 0, ANY),
                    of("completion", "whole", "us", 0, ANY),
                    of("completion", "per_link", "us", 1, MANY),
                    of("completion", "per_level", "us", 1, MANY),
                    of("completion", "call_to_start", "ns", 0, ANY),
                    of("completion", "first_end_to_second_start", "ns", 2, MANY),
                    of("completion", "end_to_next_start", "ns", 3, MANY),
                    of("concurrent", "span_of_2ms_children", "us", 1, MANY),
                    of("concurrent", "most_at_once", "grids", 1, MANY),
                    of("coop", "each", "cycles", 0, MANY),
                    of("coop", "end_to_start", "ns", 1, MANY),
                    of("coop", "end_to_go", "ns", 1, MANY),
                    of("copy", "round_trip", "us", 1, ANY),
                    of("deep", "whole", "ms", 1, MANY),
                    of("devicegraph", "issue", "cycles", 1, MANY),
                    of("devicegraph", "issue_each", "cycles", 1, MANY),
                    of("devicegraph", "return_to_start", "ns", 1, MANY),
                    of("devicegraph", "end_to_start", "ns", 1, MANY),
                    of("devicegraph", "first_start_to_last_end", "ns", 1, MANY),
                    of("devicegraph", "call_to_last_end", "ns", 1, MANY),
                    of("devicegraph", "period", "ns", 1, MANY),
                    of("fill", "whole", "ms", 1, ANY),
                    of("flood", "whole", "us", 0, ANY),
                    of("hostgraph", "gpu_time", "us", 1, MANY),
                    of("hostgraph", "call", "us", 1, MANY),
                    of("host_launch", "round_trip", "us", 0, MANY),
                    of("host_launch", "per_launch", "us", 1, MANY),
                    of("issue", "per_launch", "cycles", 1, MANY),
                    of("latency", "per_op", "cycles", 0, ANY),
                    of("latency", "per_load", "cycles", 0, BYTES),
                    of("memory", "rate", "Gloads/s", 1, BYTES / Integer.BYTES),
                    of("memory", "read", "GB/s", 1, BYTES >> 20),
                    of("memory", "read_plus_write", "GB/s", 1, BYTES >> 20),
                    of("multigpu", "wall", "us", 1, BYTES),
                    of("multigpu", "whole_step", "ms", 1, ANY),
                    new MeasurementFormat("multigpu", "bodies", "slowest_kernel", "ms", 1, ANY),
                    new MeasurementFormat("multigpu", "children_each", "slowest_kernel", "us", 1, ANY),
                    of("multigpu", "each", "ns", 1, MANY),
                    of("nbody", "force_step", "ms", 1, ANY),
                    of("nested_flood", "whole", "us", 1, 1024),
                    of("noise", "whole", "us", 0, ANY),
                    of("pending", "whole", "ms", 1, ANY),
                    of("per_warp", "region", "cycles", 1, 32),
                    of("persistent", "per_iteration", "us", 1, ANY),
                    of("relay", "whole", "us", 0, ANY),
                    of("sequential", "issue_per_launch", "cycles", 1, MANY),
                    of("sequential", "start_to_start", "ns", 1, MANY),
                    of("sequential", "first_launch_to_last_end", "ns", 1, MANY),
                    of("sequential", "first_child_start_after_launch_returned", "ns", 1, MANY),
                    of("sequential", "first_child_start_after_parent_end", "ns", 1, MANY),
                    of("throughput", "per_sm", "lanes/cycle", 1, 32),
                    of("tree", "whole", "us", 0, ANY))
            .collect(Collectors.groupingBy(MeasurementFormat::bench));

    private static MeasurementFormat of(String bench, String metric, String unit, long least, long most) {
        return new MeasurementFormat(bench, "", metric, unit, least, most);
    }

    /** The format of a row; empty if no experiment simulates it. */
    static Optional<MeasurementFormat> of(String bench, String parameter, String metric) {
        for (MeasurementFormat each : BY_BENCH.getOrDefault(bench, List.of())) {
            if (each.metric.equals(metric) && (each.parameter.isEmpty() || each.parameter.equals(parameter))) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether rows of the bench are simulated, so that a line that starts with its name must be a row. */
    static boolean isBench(String name) {
        return BY_BENCH.containsKey(name);
    }

    /** Whether the figure is a count. */
    boolean isCount() {
        return unit.equals("grids");
    }

    /** Whether the figure is a time difference, which may be negative. */
    boolean isDifference() {
        return metric.equals("start_to_start") || metric.contains("_start_after_") || metric.contains("_to_");
    }
}
