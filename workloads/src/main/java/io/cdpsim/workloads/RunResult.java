package io.cdpsim.workloads;

import io.cdpsim.memory.visibility.report.VisibilityReport;
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
 * @param warpInstructions instructions issued, one a warp, by all devices
 * @param failure why the result is wrong or the run got stuck, one line; empty if every check held
 * @param wallMillis how long the simulation took here, milliseconds; the only one that differs from run to run
 * @param visibility what the visibility checker found; empty if none watched
 * @param meantRaces the races that the program has on purpose
 * @param warnings what the program was warned of, launches that failed among it
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
        long warpInstructions,
        String failure,
        double wallMillis,
        Optional<VisibilityReport> visibility,
        IntendedRaces meantRaces,
        List<CountedWarning> warnings,
        List<Measure> measures) {
    /**
     * Checks the names of the measures.
     *
     * @throws IllegalArgumentException if two have the same name, or one has the name of a field that every workload reports
     */
    public RunResult {
        warnings = List.copyOf(warnings);
        measures = List.copyOf(measures);
        Set<String> names = new HashSet<>();
        CommonResults.ALL.forEach(each -> names.add(each.name()));
        for (Measure measure : measures) {
            if (!names.add(measure.name())) {
                throw new IllegalArgumentException("the name " + measure.name() + " is taken");
            }
        }
    }

    /**
     * The result of a program on a machine: what its devices counted, added up, and the time since the start.
     *
     * @param workload the workload, as on the command line
     * @param machine where it ran
     * @param failure why the result is wrong; empty if every check held
     * @param wallMillis how long the simulation took here
     * @param measures what the workload reports besides
     */
    public static RunResult of(
            String workload, Machine machine, String failure, double wallMillis, List<Measure> measures) {
        return of(workload, machine, machine.nowMicros(), failure, wallMillis, measures);
    }

    /**
     * The same with a simulated time of its own, for programs that time a part of themselves.
     *
     * @param workload the workload, as on the command line
     * @param machine where it ran
     * @param timeMicros simulated time of the part that counts
     * @param failure why the result is wrong; empty if every check held
     * @param wallMillis how long the simulation took here
     * @param measures what the workload reports besides
     */
    public static RunResult of(
            String workload,
            Machine machine,
            double timeMicros,
            String failure,
            double wallMillis,
            List<Measure> measures) {
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
        }
        List<CountedWarning> warnings = new ArrayList<>(FailedLaunchWarnings.warnings(machine));
        warnings.addAll(machine.warnings());
        ClockSpec clock = machine.settings().profile().clock();
        return new RunResult(
                workload,
                machine.settings().profile().name(),
                machine.settings().seed(),
                timeMicros,
                clock.cyclesFromNanos(timeMicros * 1000),
                new GridStatistics(
                        childLaunches, failedLaunches, gridsRun, poolSize, poolHighWater, virtualized, residentMax),
                utilization,
                residentCycles == 0 ? 0 : (double) launchCycles / residentCycles,
                warpInstructions,
                failure,
                wallMillis,
                machine.settings().check() ? Optional.of(machine.visibility()) : Optional.empty(),
                IntendedRaces.NONE,
                warnings,
                measures);
    }

    /** The value of a result; empty if this run does not report it. */
    public OptionalLong find(ResultName.Count name) {
        return measures.stream()
                .filter(each -> each.result().equals(name))
                .mapToLong(each -> ((Measure.Count) each).value())
                .findFirst();
    }

    /** The value of a result; empty if this run does not report it. */
    public OptionalDouble find(ResultName.Quantity name) {
        return measures.stream()
                .filter(each -> each.result().equals(name))
                .mapToDouble(each -> ((Measure.Quantity) each).value())
                .findFirst();
    }

    /** The value of a result; empty if this run does not report it. */
    public Optional<String> find(ResultName.Text name) {
        return measures.stream()
                .filter(each -> each.result().equals(name))
                .map(each -> ((Measure.Text) each).value())
                .findFirst();
    }

    /** The same of a program that races on purpose. */
    public RunResult meaningToRace(IntendedRaces meant) {
        return new RunResult(
                workload,
                profile,
                seed,
                timeMicros,
                cycles,
                grids,
                smUtilization,
                launchOverhead,
                warpInstructions,
                failure,
                wallMillis,
                visibility,
                meant,
                warnings,
                measures);
    }

    /** How fast the simulation was here, million instructions of warps in a second. */
    public double millionWarpInstructionsPerSecond() {
        return wallMillis == 0 ? 0 : warpInstructions / wallMillis / 1000;
    }

    /** Whether the checker found something that is not there on purpose. */
    public boolean racesUnmeant() {
        return visibility.isPresent() && !meantRaces.covers(visibility.get());
    }

    /** Whether every check held. */
    public boolean correct() {
        return failure.isEmpty();
    }
}
