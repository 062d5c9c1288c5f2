package io.cdpsim.workloads.plan;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.GridEvent;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunListener;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Adds up, kernel by kernel, how many grids ran and for how long: from the start of the first block to the end of the last. */
final class KernelTimes implements RunListener {
    /** Grids of a kernel. */
    static final class Total {
        private long grids;
        private long cycles;

        long grids() {
            return grids;
        }

        /** The sum of the times of all grids, which may have run at once. */
        long cycles() {
            return cycles;
        }
    }

    private static final class Running {
        private final Total total;
        private long started = -1;

        Running(Total total) {
            this.total = total;
        }
    }

    private final Map<String, Total> totals = new LinkedHashMap<>();
    private final Map<Long, Running> running = new HashMap<>();

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent.Posted posted) {
            running.put(posted.grid(), new Running(totals.computeIfAbsent(posted.kernel(), kernel -> new Total())));
        } else if (event instanceof GridEvent.Started started) {
            Running grid = running.get(started.grid());
            if (grid != null) {
                grid.started = started.timeCycles();
            }
        } else if (event instanceof GridEvent.BodyEnded ended) {
            Running grid = running.remove(ended.grid());
            if (grid != null && grid.started >= 0) {
                grid.total.grids++;
                grid.total.cycles += ended.timeCycles() - grid.started;
            }
        }
    }

    /** By the names of the kernels, in the order of their first launches. */
    Map<String, Total> totals() {
        return totals;
    }
}
