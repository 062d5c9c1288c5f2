package io.cdpsim.workloads;

import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.launch.LaunchBombException;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The advice to set a larger pool of pending launches, after a simulation of what it costs: where each launch passes more slots, the run may take longer. */
public final class LargerPool {
    /** Most launches of a run that is simulated once more; a larger one has an estimate. */
    private static final long MOST_LAUNCHES = 100_000;

    /** Most warp instructions of such a run. */
    private static final long MOST_INSTRUCTIONS = 20_000_000;

    private LargerPool() {}

    /**
     * The result of a run, whose warning of a full pool says what a larger pool does to the run, if that can be simulated: the program runs in the simulation
     * alone, and is small.
     *
     * @param request the request of the run
     * @param result its result
     */
    public static RunResult advised(Workload workload, RunRequest request, RunResult result) {
        if (!FailedLaunchWarnings.isPoolFull(result)
                || workload.runsHostCode()
                || workload.option(SharedOptions.POOL.name()).isEmpty()
                || result.grids().childLaunches() > MOST_LAUNCHES
                || result.warpInstructions() > MOST_INSTRUCTIONS) {
            return result;
        }
        long pool = FailedLaunchWarnings.largerPool(
                result.grids().poolSize(), result.grids().childLaunches());
        return larger(workload, request, pool)
                .map(larger -> result.withWarnings(result.warnings().stream()
                        .map(each -> FailedLaunchWarnings.isPoolFull(each) ? advised(each, result, larger) : each)
                        .toList()))
                .orElse(result);
    }

    private static Optional<RunResult> larger(Workload workload, RunRequest request, long pool) {
        if (pool > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        RunRequest again = request.withMachine(request.machine().withListeners(List.of()))
                .withProgress(new Progress())
                .with(SharedOptions.POOL, (int) pool);
        try {
            return Optional.of(Workloads.run(workload, again));
        } catch (InvalidInputException | CudaException | StuckException | LaunchBombException e) {
            // A pool that does not fit, or a program that cannot end with it, is no advice.
            return Optional.empty();
        }
    }

    private static CountedWarning advised(CountedWarning warning, RunResult result, RunResult larger) {
        String failed = larger.grids().failedLaunches() == 0
                ? "all launches succeed"
                : larger.grids().failedLaunches() + " launches still fail";
        boolean isSlower = larger.timeMicros() > result.timeMicros();
        String advice = String.format(
                Locale.ROOT,
                "the pool of %d pending launches was full. With --pool %d (cudaLimitDevRuntimePendingLaunchCount) %s"
                        + " and the simulated time is %,.1f us instead of %,.1f us%s",
                result.grids().poolSize(),
                larger.grids().poolSize(),
                failed,
                larger.timeMicros(),
                result.timeMicros(),
                isSlower ? ": launching less may be faster, 'cdpsim sweep' with --vary pool compares" : "");
        return new CountedWarning(
                warning.rule(),
                warning.message().substring(0, warning.message().indexOf(FailedLaunchWarnings.FULL)) + advice,
                warning.count());
    }
}
