package io.cdpsim.memory.consistency.progress;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.trace.ProgressModel;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.consistency.trace.Trace.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The choices of traces that a progress model admits: who may be left unscheduled while others wait. */
final class ScheduledThreads {
    private ScheduledThreads() {}

    /** Whether threads may end so. Blocks of one cluster are scheduled together; the host always is. */
    static boolean admit(ProgressModel model, EventSet events) {
        List<Trace> device = new ArrayList<>();
        Map<Integer, List<Trace>> groups = new TreeMap<>();
        boolean isStuck = false;
        for (int i = 0; i < events.threads().size(); i++) {
            ThreadInstance thread = events.threads().get(i);
            Trace trace = events.traces().get(i);
            isStuck |= holdsItsPlace(trace);
            if (!thread.grid().isHost()) {
                device.add(trace);
                groups.computeIfAbsent(thread.cluster(), each -> new ArrayList<>())
                        .add(trace);
            }
        }
        return isStuck
                && switch (model) {
                    case FAIR -> true;
                    case OBE -> admitStarted(device, groups.values());
                    case HSA -> admitFirst(groups.values());
                };
    }

    /** Blocks that do not start need another one that runs and does not end. */
    private static boolean admitStarted(List<Trace> device, Iterable<List<Trace>> groups) {
        boolean waits = false;
        for (List<Trace> group : groups) {
            long unscheduled =
                    group.stream().filter(ScheduledThreads::isUnscheduled).count();
            if (unscheduled > 0 && unscheduled < group.size()) {
                return false;
            }
            waits |= unscheduled > 0;
        }
        return !waits || device.stream().anyMatch(ScheduledThreads::holdsItsPlace);
    }

    /** The first block that can run is scheduled: it has ended, waits for grids alone, or holds its place. Clusters are numbered as launched. */
    private static boolean admitFirst(Iterable<List<Trace>> groups) {
        for (List<Trace> group : groups) {
            if (group.stream().anyMatch(ScheduledThreads::isUnscheduled)) {
                return false;
            }
            if (group.stream().anyMatch(ScheduledThreads::holdsItsPlace)) {
                return true;
            }
        }
        // Only the host waits.
        return true;
    }

    private static boolean isUnscheduled(Trace trace) {
        return trace.ending() == Ending.UNSCHEDULED;
    }

    /** Whether a thread runs for ever. One that waits for a grid makes way for it. */
    private static boolean holdsItsPlace(Trace trace) {
        return trace.ending() == Ending.SPINNING || trace.waitsAtBarrier();
    }
}
