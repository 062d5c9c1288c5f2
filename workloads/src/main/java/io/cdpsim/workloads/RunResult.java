package io.cdpsim.workloads;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a run of a workload found.
 *
 * @param workload the workload, as on the command line
 * @param profile name of the profile
 * @param seed the seed that the run drew from
 * @param timeMicros simulated time, microseconds
 * @param cycles simulated time, cycles of the core clock
 * @param grids what became of its grids
 * @param smUtilization share of the time for which SMs held a block, averaged over the SMs, 0 to 1
 * @param launchOverhead share of the time of warps that went into launch calls, 0 to 1
 * @param failure why the result is wrong or the run got stuck, one line; empty if every check held
 * @param wallMillis how long the simulation took here, milliseconds; the only field that differs from run to run
 * @param measures what this workload reports besides, in the order to show
 */
public record RunResult(
        String workload,
        String profile,
        long seed,
        double timeMicros,
        long cycles,
        GridStatistics grids,
        double smUtilization,
        double launchOverhead,
        String failure,
        double wallMillis,
        List<Measure> measures) {
    private static final Set<String> FIXED_NAMES = Set.of(
            "workload",
            "profile",
            "seed",
            "time_us",
            "cycles",
            "child_launches",
            "failed_launches",
            "grids_run",
            "pool_high_water",
            "virtualized_launches",
            "resident_grids_max",
            "sm_utilization",
            "launch_overhead",
            "correct",
            "failure",
            "wall_ms");

    /**
     * Checks the names of the measures.
     *
     * @throws IllegalArgumentException if two have the same name, or one has the name of a field that every workload reports
     */
    public RunResult {
        measures = List.copyOf(measures);
        Set<String> names = new HashSet<>(FIXED_NAMES);
        for (Measure measure : measures) {
            if (!names.add(measure.name())) {
                throw new IllegalArgumentException("the name " + measure.name() + " is taken");
            }
        }
    }

    /** Whether every check held. */
    public boolean correct() {
        return failure.isEmpty();
    }
}
