package io.cdpsim.junit;

import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A machine with a record of what has happened on it so far. */
public final class SimulatedRun {
    private final Recorder recorder = new Recorder();
    private final Machine machine;

    private SimulatedRun(MachineSettings settings) {
        machine = new Machine(settings, recorder);
    }

    /** A machine on which nothing has run yet. */
    public static SimulatedRun on(MachineSettings settings) {
        return new SimulatedRun(settings);
    }

    /** The machine. */
    public Machine machine() {
        return machine;
    }

    /** The grids that were posted, in the order of their launches. */
    public List<GridRecord> grids() {
        return List.copyOf(recorder.grids.values());
    }

    /** The launches by device code that failed. */
    public List<GridEvent.LaunchFailed> failedLaunches() {
        return List.copyOf(recorder.failed);
    }

    /** The warnings to the program. */
    public List<CountedWarning> warnings() {
        return machine.warnings();
    }

    /** Races and undefined uses of memory; empty without the check. */
    public VisibilityReport visibility() {
        return machine.visibility();
    }

    /** Simulated time since the start, in microseconds. */
    public double micros() {
        return machine.nowMicros();
    }

    private static final class Recorder implements RunListener {
        private final Map<Long, GridRecord> grids = new LinkedHashMap<>();
        private final List<GridEvent.LaunchFailed> failed = new ArrayList<>();

        @Override
        public Set<EventKind> kinds() {
            return EnumSet.of(EventKind.GRID);
        }

        @Override
        public void happened(RunEvent event) {
            if (event instanceof GridEvent.Posted posted) {
                grids.put(posted.grid(), GridRecord.posted(posted));
            } else if (event instanceof GridEvent.Started started) {
                grids.computeIfPresent(started.grid(), (number, grid) -> grid.withStart(started.timeCycles()));
            } else if (event instanceof GridEvent.Completed completed) {
                grids.computeIfPresent(completed.grid(), (number, grid) -> grid.withCompletion(completed.timeCycles()));
            } else if (event instanceof GridEvent.LaunchFailed refused) {
                failed.add(refused);
            }
        }
    }
}
