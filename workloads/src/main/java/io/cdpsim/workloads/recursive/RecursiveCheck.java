package io.cdpsim.workloads.recursive;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.version.CudaError;
import java.util.EnumSet;
import java.util.Set;

/** The invariants of the recursion, by counting: one grid per depth, and two below the depth that launches twice. */
final class RecursiveCheck {
    private final int depth;
    private final int syncAt;
    private final int syncLimit;
    private final Machine machine;
    private final GpuProfile profile;

    RecursiveCheck(int depth, int syncAt, int syncLimit, Machine machine) {
        this.depth = depth;
        this.syncAt = syncAt;
        this.syncLimit = syncLimit;
        this.machine = machine;
        this.profile = machine.settings().profile();
    }

    /** The first check that fails; empty if all pass. */
    String failure(RecursiveKernel.Counters counted, SiblingOrder order) {
        long launches = machine.devices().get(0).runtimeMetrics().childLaunches();
        long failed = machine.devices().get(0).runtimeMetrics().failedLaunches();
        long ran = machine.devices().get(0).runtimeMetrics().gridsRun();
        int limit = profile.limits().maxNestingDepth() == 0
                ? Integer.MAX_VALUE
                : profile.limits().maxNestingDepth();
        int deepest = Math.min(depth, limit);
        boolean twice = syncAt < deepest;
        // All ancestors of a grid and the second grid beside one of them occupy pool entries at once.
        boolean poolIsLargeEnough = deepest + 1L <= machine.host().pendingLaunchLimit();
        int syncErrors =
                profile.cdp() == CdpSupport.CDP1 && syncAt <= limit && syncAt < depth && syncAt >= syncLimit ? 1 : 0;
        int syncCode = syncErrors == 0
                ? 0
                : CudaError.SYNC_DEPTH_EXCEEDED.code(machine.settings().cuda());
        if (ran != 1 + launches - failed) {
            return differ("grids run", 1 + launches - failed, ran);
        } else if (counted.ran() != ran) {
            return differ("grids counted by the kernel", ran, counted.ran());
        } else if (counted.failed() != failed) {
            return differ("failed launches counted by the kernel", failed, counted.failed());
        } else if (poolIsLargeEnough && counted.deepest() != deepest) {
            return differ("deepest grid", deepest, counted.deepest());
        } else if (poolIsLargeEnough && ran != (twice ? syncAt + 1L + 2L * (deepest - syncAt) : deepest + 1L)) {
            return differ("grids", twice ? syncAt + 1L + 2L * (deepest - syncAt) : deepest + 1L, ran);
        } else if (counted.syncErrors() != syncErrors) {
            return differ("failed synchronisations", syncErrors, counted.syncErrors());
        } else if (counted.lastSyncError() != syncCode) {
            return differ("error code of the synchronisation", syncCode, counted.lastSyncError());
        }
        return order.failure();
    }

    private static String differ(String what, long expected, long got) {
        return what + ": expected " + expected + ", got " + got;
    }

    /**
     * Observes the first two grids of one depth, which the same block launches into its NULL stream: the second may start only when the first and all
     * its descendants are complete (rule STR-7).
     */
    static final class SiblingOrder implements RunListener {
        private static final long NEVER = Long.MAX_VALUE;

        private final int watchedDepth;
        private long first;
        private long second;
        private long firstCompleted = NEVER;
        private long secondStarted = NEVER;

        SiblingOrder(int watchedDepth) {
            this.watchedDepth = watchedDepth;
        }

        @Override
        public Set<EventKind> kinds() {
            return EnumSet.of(EventKind.GRID);
        }

        @Override
        public void happened(RunEvent event) {
            if (event instanceof GridEvent.Posted posted && posted.depth() == watchedDepth) {
                if (first == 0) {
                    first = posted.grid();
                } else if (second == 0) {
                    second = posted.grid();
                }
            } else if (event instanceof GridEvent.Started started && started.grid() == second) {
                secondStarted = started.timeCycles();
            } else if (event instanceof GridEvent.Completed completed && completed.grid() == first) {
                firstCompleted = completed.timeCycles();
            }
        }

        /** The violated order; empty if there is none, or if there were no two grids. */
        String failure() {
            if (second == 0 || (firstCompleted != NEVER && secondStarted >= firstCompleted)) {
                return "";
            }
            return "order at depth " + watchedDepth + ": expected grid " + second + " to start when grid " + first
                    + " is complete" + (firstCompleted == NEVER ? "" : " (cycle " + firstCompleted + ")") + ", got "
                    + (secondStarted == NEVER ? "no start" : "a start at cycle " + secondStarted);
        }
    }
}
