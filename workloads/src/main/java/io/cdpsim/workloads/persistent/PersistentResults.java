package io.cdpsim.workloads.persistent;

import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.ResultValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Result names of the persistent producer, in addition to {@link io.cdpsim.workloads.CommonResults}. */
public final class PersistentResults {
    /** Blocks of the producer. */
    public static final ResultName.Count BLOCKS = new ResultName.Count("blocks", "blocks");

    /** Buffers that the host consumed. */
    public static final ResultName.Count ITERATIONS = new ResultName.Count("iterations", "iterations done");

    /** Shortest time from one buffer to the next, as the host sees it; like the next two, only where a buffer was consumed. */
    public static final ResultName.Quantity SHORTEST = iteration("min", "shortest iteration");

    /** Median of these times. */
    public static final ResultName.Quantity MEDIAN = iteration("median", "median iteration");

    /** Longest of these times. */
    public static final ResultName.Quantity LONGEST = iteration("max", "longest iteration");

    /** Events of the simulation. */
    public static final ResultName.Count EVENTS = new ResultName.Count("events", "events simulated");

    /** All result names. */
    public static final List<ResultName> ALL = List.of(BLOCKS, ITERATIONS, SHORTEST, MEDIAN, LONGEST, EVENTS);

    private PersistentResults() {}

    private static ResultName.Quantity iteration(String which, String label) {
        return new ResultName.Quantity("iteration_" + which + "_us", label, "us");
    }

    /**
     * The results of a run.
     *
     * @param blocks blocks of the producer
     * @param microsPerIteration time of each completed iteration
     * @param events events of the simulation
     */
    static List<ResultValue> of(int blocks, double[] microsPerIteration, long events) {
        List<ResultValue> measures = new ArrayList<>();
        measures.add(BLOCKS.of(blocks));
        measures.add(ITERATIONS.of(microsPerIteration.length));
        double[] times = microsPerIteration.clone();
        Arrays.sort(times);
        if (times.length > 0) {
            measures.add(SHORTEST.of(times[0]));
            measures.add(MEDIAN.of(times[times.length / 2]));
            measures.add(LONGEST.of(times[times.length - 1]));
        }
        measures.add(EVENTS.of(events));
        return measures;
    }
}
