package io.cdpsim.runtime.cost;

import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;

/**
 * The launch costs of Kepler, about which little is published. The device dispatches queued grids one by one, notifies a parent at once when a
 * child completes, and never scans the pool. Each step takes the fixed time of the profile.
 */
final class KeplerLaunchCosts implements LaunchCosts {
    private final GridTable grids;
    private final DeviceLaunchSpec costs;
    private final LaunchSchedule schedule;
    private long readyCycle;
    private boolean distant;

    KeplerLaunchCosts(GridTable grids, DeviceLaunchSpec costs, LaunchSchedule schedule) {
        this.grids = grids;
        this.costs = costs;
        this.schedule = schedule;
    }

    @Override
    public void queued(int entry, int predecessor) {}

    @Override
    public void tailQueued(int entry) {}

    @Override
    public void postedAt(int entry, long cycle, boolean firstOfBlock) {
        schedule.postedAt(entry, cycle);
    }

    @Override
    public void unblocked(int entry, UnblockCause cause) {
        distant = LaunchSchedule.isDistant(cause);
        readyCycle = switch (cause) {
            case POSTED, POSTED_FIRST_OF_CALL, RELEASED -> 0;
            case PREDECESSOR ->
                schedule.now() + (grids.kind(entry) == GridKind.EVENT_WAIT ? 0 : costs.streamSuccessorCycles());
            case FIRST_TAIL ->
                schedule.now() + costs.tailStartCycles(grids.kind(grids.parent(entry)) == GridKind.TAIL_GRID);
            case NEXT_TAIL -> schedule.now() + costs.tailToTailCycles();
        };
    }

    @Override
    public void start(int entry) {
        schedule.start(entry, readyCycle, distant);
    }

    @Override
    public long postedCycle(int entry) {
        return schedule.postedCycle(entry);
    }

    @Override
    public void threadsExited(long cycle) {
        schedule.threadsExited(cycle);
    }

    @Override
    public void memoryOperationEnds(int entry, long cycle) {
        schedule.completeAt(entry, cycle);
    }

    @Override
    public void complete(int entry) {
        int cycles = 0;
        if (grids.hasLaunched(entry)) {
            cycles = grids.parent(entry) == 0 ? costs.completionCycles() : costs.nestedCompletionCycles();
        }
        int capable = grids.parent(entry) == 0 && grids.kernel(entry).usesDynamicParallelism()
                ? costs.capableGridCycles()
                : 0;
        schedule.completeAfter(entry, capable + cycles);
    }

    @Override
    public boolean completed(int entry) {
        return false;
    }

    @Override
    public void retire(int entry) {
        schedule.retire(entry);
    }

    @Override
    public long now() {
        return schedule.now();
    }
}
