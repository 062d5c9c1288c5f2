package io.cdpsim.workloads;

import io.cdpsim.gpu.sampling.SamplingCounts;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.observe.GridSpan;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.Device;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The result of one run of a workload.
 *
 * @param workload the workload, as on the command line
 * @param profile name of the profile
 * @param seed the seed of the run
 * @param timeMicros simulated time, microseconds
 * @param deviceMicros from the first start of a grid on any device to the last completion, microseconds; 0 if no grid completed
 * @param cycles simulated time, cycles of the core clock
 * @param grids counts of its grids
 * @param smUtilization share of the time for which SMs held a block, averaged over the SMs, 0 to 1
 * @param launchOverhead share of the warps' time that launch calls took, 0 to 1
 * @param warpInstructions instructions issued, one per warp, on all devices
 * @param failure why the result is wrong or the run is stuck, one line; empty if every check passed
 * @param wallMillis wall-clock time of the simulation, milliseconds; the only component that differs from run to run
 * @param visibility the report of the visibility checker; empty if it was off
 * @param sampling what was sampled; empty in a run that timed all blocks because no sampling was requested
 * @param intendedRaces the races that the program contains on purpose
 * @param warnings warnings about the program, including failed launches
 * @param measures the results of this workload in addition, in display order
 */
public record RunResult(
        String workload,
        String profile,
        long seed,
        double timeMicros,
        double deviceMicros,
        long cycles,
        GridStatistics grids,
        double smUtilization,
        double launchOverhead,
        long warpInstructions,
        String failure,
        double wallMillis,
        Optional<VisibilityReport> visibility,
        Optional<SamplingCounts> sampling,
        IntendedRaces intendedRaces,
        List<CountedWarning> warnings,
        List<ResultValue> measures) {
    /**
     * Checks the names of the measures.
     *
     * @throws IllegalArgumentException if two have the same name, or one has the name of a common result
     */
    public RunResult {
        warnings = List.copyOf(warnings);
        measures = List.copyOf(measures);
        Set<String> names = new HashSet<>();
        CommonResults.ALL.forEach(each -> names.add(each.name()));
        for (ResultValue measure : measures) {
            if (!names.add(measure.name())) {
                throw new IllegalArgumentException("the name " + measure.name() + " is taken");
            }
        }
    }

    /** A copy as the result of another workload, with other measures. */
    public RunResult as(String newWorkload, List<ResultValue> newMeasures) {
        return copy(newWorkload, intendedRaces, warnings, newMeasures);
    }

    /**
     * The result of a program on a machine: the sums of its devices' counters, and the time since the start.
     *
     * @param workload the workload, as on the command line
     * @param machine where it ran
     * @param failure why the result is wrong; empty if every check passed
     * @param wallMillis wall-clock time of the simulation
     * @param measures the results of the workload in addition
     */
    public static RunResult of(
            String workload, Machine machine, String failure, double wallMillis, List<ResultValue> measures) {
        return of(workload, machine, machine.nowMicros(), failure, wallMillis, measures);
    }

    /**
     * The same with a given simulated time, for programs that time a part of themselves.
     *
     * @param workload the workload, as on the command line
     * @param machine where it ran
     * @param timeMicros simulated time of the measured part
     * @param failure why the result is wrong; empty if every check passed
     * @param wallMillis wall-clock time of the simulation
     * @param measures the results of the workload in addition
     */
    public static RunResult of(
            String workload,
            Machine machine,
            double timeMicros,
            String failure,
            double wallMillis,
            List<ResultValue> measures) {
        long childLaunches = 0;
        long failedLaunches = 0;
        long gridsRun = 0;
        long poolSize = 0;
        long poolHighWater = 0;
        long virtualized = 0;
        int residentMax = 0;
        double utilization = 0;
        long launchCycles = 0;
        long residentCycles = 0;
        long warpInstructions = 0;
        SamplingCounts sampling = SamplingCounts.NONE;
        GridSpan span = new GridSpan();
        for (Device device : machine.devices()) {
            childLaunches += device.runtimeMetrics().childLaunches();
            failedLaunches += device.runtimeMetrics().failedLaunches();
            gridsRun += device.runtimeMetrics().gridsRun();
            poolSize = Math.max(poolSize, device.runtime().limits().pendingLaunches());
            poolHighWater = Math.max(poolHighWater, device.poolHighWater());
            virtualized += device.virtualizedLaunches();
            residentMax = Math.max(residentMax, device.metrics().residentGridsMax());
            utilization += device.smUtilization() / machine.devices().size();
            launchCycles += device.metrics().warpLaunchCycles();
            residentCycles += device.metrics().warpResidentCycles();
            warpInstructions += device.metrics().warpInstructions();
            sampling = sampling.and(device.sampling());
            span.include(device.runtime().events().span());
        }
        List<CountedWarning> warnings = new ArrayList<>(FailedLaunchWarnings.warnings(machine));
        warnings.addAll(machine.warnings());
        ClockSpec clock = machine.settings().profile().clock();
        return new RunResult(
                workload,
                machine.settings().profile().name(),
                machine.settings().seed(),
                timeMicros,
                clock.microsFromCycles(span.cycles()),
                clock.cyclesFromNanos(timeMicros * 1000),
                new GridStatistics(
                        childLaunches, failedLaunches, gridsRun, poolSize, poolHighWater, virtualized, residentMax),
                utilization,
                residentCycles == 0 ? 0 : (double) launchCycles / residentCycles,
                warpInstructions,
                failure,
                wallMillis,
                machine.settings().check() ? Optional.of(machine.visibility()) : Optional.empty(),
                machine.settings().sampled() ? Optional.of(sampling) : Optional.empty(),
                IntendedRaces.NONE,
                warnings,
                measures);
    }

    /** The value of a result; empty if this run does not report it. */
    public OptionalLong find(ResultName.Count name) {
        return measures.stream()
                .filter(each -> each.result().equals(name))
                .mapToLong(each -> ((ResultValue.Count) each).value())
                .findFirst();
    }

    /** The value of a result; empty if this run does not report it. */
    public OptionalDouble find(ResultName.Quantity name) {
        return measures.stream()
                .filter(each -> each.result().equals(name))
                .mapToDouble(each -> ((ResultValue.Quantity) each).value())
                .findFirst();
    }

    /** The value of a result; empty if this run does not report it. */
    public Optional<String> find(ResultName.Text name) {
        return measures.stream()
                .filter(each -> each.result().equals(name))
                .map(each -> ((ResultValue.Text) each).value())
                .findFirst();
    }

    /** A copy for a program with intended races. */
    public RunResult withIntendedRaces(IntendedRaces intended) {
        return copy(workload, intended, warnings, measures);
    }

    /** A copy with one more warning. */
    public RunResult warnedOf(CountedWarning warning) {
        List<CountedWarning> all = new ArrayList<>(warnings);
        all.add(warning);
        return copy(workload, intendedRaces, all, measures);
    }

    /** A copy with other warnings. */
    public RunResult withWarnings(List<CountedWarning> newWarnings) {
        return copy(workload, intendedRaces, newWarnings, measures);
    }

    private RunResult copy(
            String newWorkload, IntendedRaces intended, List<CountedWarning> counted, List<ResultValue> newMeasures) {
        return new RunResult(
                newWorkload,
                profile,
                seed,
                timeMicros,
                deviceMicros,
                cycles,
                grids,
                smUtilization,
                launchOverhead,
                warpInstructions,
                failure,
                wallMillis,
                visibility,
                sampling,
                intended,
                counted,
                newMeasures);
    }

    /** Simulation speed, million warp instructions per second. */
    public double millionWarpInstructionsPerSecond() {
        return wallMillis == 0 ? 0 : warpInstructions / wallMillis / 1000;
    }

    /** Whether the checker reported an unintended race. */
    public boolean racesUnmeant() {
        return visibility.isPresent() && !intendedRaces.covers(visibility.get());
    }

    /** Whether every check passed. */
    public boolean correct() {
        return failure.isEmpty();
    }

    /**
     * Counts of the grids of a run.
     *
     * @param childLaunches grids that device code tried to launch
     * @param failedLaunches launches of these that failed
     * @param gridsRun grids that completed, including those of the host
     * @param poolSize entries of the fixed pending-launch pool, as the program set it or by default
     * @param poolHighWater most entries of the pending-launch pool in use at once
     * @param virtualizedLaunches launches that the virtualised pool took (CUDA 6 to 11)
     * @param residentGridsMax most grids on the device at once
     */
    public record GridStatistics(
            long childLaunches,
            long failedLaunches,
            long gridsRun,
            long poolSize,
            long poolHighWater,
            long virtualizedLaunches,
            int residentGridsMax) {}
}
