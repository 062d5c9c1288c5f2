package io.cdpsim.workloads;

import io.cdpsim.workloads.RunResult.GridStatistics;
import java.util.List;

/** The results that every run reports, whatever the workload. */
public final class CommonResults {
    /** The workload. */
    public static final ResultName.Text WORKLOAD = new ResultName.Text("workload", "workload");

    /** The profile of the GPU. */
    public static final ResultName.Text PROFILE = new ResultName.Text("profile", "profile");

    /** The seed. */
    public static final ResultName.Count SEED = new ResultName.Count("seed", "seed");

    /** {@link RunResult#timeMicros()}. */
    public static final ResultName.Quantity TIME = new ResultName.Quantity("time_us", "simulated time", "us");

    /** {@link RunResult#deviceMicros()}. */
    public static final ResultName.Quantity DEVICE_TIME = new ResultName.Quantity("device_us", "on the device", "us");

    /** How accurate {@link #TIME} is: the errors measured on hardware in runs like this one. */
    public static final ResultName.Finding TIME_TRUST = new ResultName.Finding("time_trust", "seen on hardware");

    /** {@link RunResult#sampling()}. */
    public static final ResultName.Finding SAMPLING = new ResultName.Finding("sampling", "sampled");

    /** How long the grids of each kernel waited and ran. */
    public static final ResultName.Finding KERNELS = new ResultName.Finding("by_kernel", "time by kernel");

    /** The same for the grids of each nesting depth. */
    public static final ResultName.Finding DEPTHS = new ResultName.Finding("by_depth", "time by depth");

    /** What {@link #TIME} consists of, along the chain of causes that ends with it. */
    public static final ResultName.Finding BREAKDOWN = new ResultName.Finding("breakdown", "critical path");

    /** The options and the machine of the run. */
    public static final ResultName.Finding QUESTION = new ResultName.Finding("question", "question");

    /** The version of CDPSim that computed it. */
    public static final ResultName.Text VERSION = new ResultName.Text("version", "version");

    /** The command that computed it. */
    public static final ResultName.Text COMMAND = new ResultName.Text("command", "command");

    /** A hash of all fields of the profile, with changes. */
    public static final ResultName.Text PROFILE_HASH = new ResultName.Text("profile_hash", "hash of the profile");

    /** A hash of the contents of all files that the run reads. */
    public static final ResultName.Text INPUTS_HASH = new ResultName.Text("inputs_hash", "hash of the inputs");

    /** {@link RunResult#cycles()}. */
    public static final ResultName.Count CYCLES = new ResultName.Count("cycles", "cycles");

    /** {@link GridStatistics#childLaunches()}. */
    public static final ResultName.Count CHILD_LAUNCHES = new ResultName.Count("child_launches", "child launches");

    /** {@link GridStatistics#failedLaunches()}. */
    public static final ResultName.Count FAILED_LAUNCHES = new ResultName.Count("failed_launches", "failed launches");

    /** {@link GridStatistics#gridsRun()}. */
    public static final ResultName.Count GRIDS_RUN = new ResultName.Count("grids_run", "grids run");

    /** {@link GridStatistics#poolSize()}. */
    public static final ResultName.Count POOL_SIZE = new ResultName.Count("pool_size", "pool size");

    /** {@link GridStatistics#poolHighWater()}. */
    public static final ResultName.Count POOL_HIGH_WATER = new ResultName.Count("pool_high_water", "pool high water");

    /** {@link GridStatistics#virtualizedLaunches()}. */
    public static final ResultName.Count VIRTUALIZED_LAUNCHES =
            new ResultName.Count("virtualized_launches", "virtualized launches");

    /** {@link GridStatistics#residentGridsMax()}. */
    public static final ResultName.Count RESIDENT_GRIDS_MAX =
            new ResultName.Count("resident_grids_max", "resident grids, most");

    /** {@link RunResult#smUtilization()}. */
    public static final ResultName.Quantity SM_UTILIZATION =
            new ResultName.Quantity("sm_utilization", "SM utilization", "share");

    /** {@link RunResult#launchOverhead()}. */
    public static final ResultName.Quantity LAUNCH_OVERHEAD =
            new ResultName.Quantity("launch_overhead", "launch overhead", "share of warp time");

    /** {@link RunResult#warpInstructions()}. */
    public static final ResultName.Count WARP_INSTRUCTIONS =
            new ResultName.Count("warp_instructions", "warp instructions");

    /** {@link RunResult#correct()}. */
    public static final ResultName.Finding CORRECT = new ResultName.Finding("correct", "correct");

    /** {@link RunResult#failure()}. */
    public static final ResultName.Finding FAILURE = new ResultName.Finding("failure", "failure");

    /** {@link RunResult#warnings()}. */
    public static final ResultName.Finding WARNINGS = new ResultName.Finding("warnings", "warnings");

    /** Races that the visibility checker found. */
    public static final ResultName.Finding RACES = new ResultName.Finding("races", "races");

    /** Other undefined uses of memory that it found. */
    public static final ResultName.Finding MISUSES = new ResultName.Finding("misuses", "undefined uses");

    /** {@link IntendedRaces#why()}. */
    public static final ResultName.Finding RACES_MEANT = new ResultName.Finding("races_meant", "intended races");

    /** {@link RunResult#wallMillis()}. */
    public static final ResultName.Quantity WALL = new ResultName.Quantity("wall_ms", "simulation took", "ms");

    /** {@link RunResult#warpInstructions()} in a second of {@link #WALL}. */
    public static final ResultName.Quantity RATE =
            new ResultName.Quantity("million_warp_instructions_s", "simulation speed", "million warp instructions/s");

    /** All result names. No workload has a result of the same name. */
    public static final List<ResultName> ALL = List.of(
            WORKLOAD,
            PROFILE,
            SEED,
            TIME,
            DEVICE_TIME,
            TIME_TRUST,
            SAMPLING,
            KERNELS,
            DEPTHS,
            BREAKDOWN,
            QUESTION,
            VERSION,
            COMMAND,
            PROFILE_HASH,
            INPUTS_HASH,
            CYCLES,
            CHILD_LAUNCHES,
            FAILED_LAUNCHES,
            GRIDS_RUN,
            POOL_SIZE,
            POOL_HIGH_WATER,
            VIRTUALIZED_LAUNCHES,
            RESIDENT_GRIDS_MAX,
            SM_UTILIZATION,
            LAUNCH_OVERHEAD,
            WARP_INSTRUCTIONS,
            CORRECT,
            FAILURE,
            WARNINGS,
            RACES,
            MISUSES,
            RACES_MEANT,
            WALL,
            RATE);

    private CommonResults() {}

    /** The counts and times of a run except {@link #WALL} and {@link #RATE}, which differ from run to run. */
    public static List<ResultValue> numbers(RunResult result) {
        GridStatistics grids = result.grids();
        return List.of(
                TIME.of(result.timeMicros()),
                DEVICE_TIME.of(result.deviceMicros()),
                CYCLES.of(result.cycles()),
                CHILD_LAUNCHES.of(grids.childLaunches()),
                FAILED_LAUNCHES.of(grids.failedLaunches()),
                GRIDS_RUN.of(grids.gridsRun()),
                POOL_SIZE.of(grids.poolSize()),
                POOL_HIGH_WATER.of(grids.poolHighWater()),
                VIRTUALIZED_LAUNCHES.of(grids.virtualizedLaunches()),
                RESIDENT_GRIDS_MAX.of(grids.residentGridsMax()),
                SM_UTILIZATION.of(result.smUtilization()),
                LAUNCH_OVERHEAD.of(result.launchOverhead()),
                WARP_INSTRUCTIONS.of(result.warpInstructions()));
    }
}
